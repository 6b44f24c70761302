"""The wire: what goes over HTTP, as typed values."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from api.table import Standing
from scoring.game import Box, Due, Gain, Offer, Row

LARGEST = 2**31 - 1
NO_NUL = "^[^\\x00]*$"  # which no PostgreSQL takes in a text

Degrees = Annotated[int, Field(strict=True, ge=0, le=270, multiple_of=90)]
Seq = Annotated[int, Field(ge=0, le=LARGEST, strict=True)]
Number = Annotated[int, Field(ge=-LARGEST, le=LARGEST, strict=True)]
Word = Annotated[str, Field(max_length=400)]
Setting = Annotated[str, Field(max_length=1000)]  # what twenty players have scored on paper is the longest
Name = Annotated[str, Field(max_length=100)]
Mode = Literal["hands-free", "confirm", "tap"]
Share = Annotated[float, Field(ge=0, le=1)]
Corner = tuple[Share, Share]


class _Sent(BaseModel):
    """Something a client sends: nothing unknown in it."""

    model_config = ConfigDict(extra="forbid")


class NewMatch(_Sent):
    """A match to begin."""

    game: Name = Field(examples=["jack-stone"])
    players: list[Name] = Field(max_length=50, examples=[["Ann", "Bob"]])
    options: dict[Name, Setting | bool | Number] = Field(
        default_factory=dict, max_length=50, examples=[{"keep_rule": "any"}]
    )
    kit: Name | None = Field(default=None, description="The dice on the table; the game's own kit when left out.")
    dice: Name = Field(default="", description="The players' own set, by its name; none when left out.")
    after: Annotated[Name, Field(pattern=NO_NUL)] = Field(
        default="", description="The match that goes on in this one: it is paused; none when left out."
    )
    seen: Seq | None = Field(default=None, description="The last entry of that match that the sender has seen.")

    def header(self) -> dict[str, str]:
        """The options as a match file would write them."""
        return {
            name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in self.options.items()
        }


class After(_Sent):
    """A change to a match: `after` is the last seq that the sender has seen; without it the answer is 409."""

    after: Seq | None = None


class Move(After):
    """An event to play, in the notation of match files."""

    event: Word = Field(examples=["roll 1 3 3 4 4 6", "keep 1", "bank"])
    picture: str | None = Field(default=None, pattern="^[0-9a-f]{24}$", description="The picture in which it was read.")


class Undo(After):
    """Plays to take back, all together."""

    times: Annotated[int, Field(ge=1, le=10, strict=True)] = 1


class Plays(After):
    """Entries to write together or not at all, with the picture in which the last was read; `undo` is one, too."""

    events: list[Word] = Field(min_length=1, max_length=1000, examples=[["keep 1", "roll 2 3 3 4 6"]])
    picture: str | None = Field(default=None, pattern="^[0-9a-f]{24}$", description="The picture in which it was read.")
    receipts: list[Annotated[int, Field(ge=1, le=LARGEST, strict=True)] | None] = Field(
        default_factory=list,
        max_length=1000,
        description="For each event the entry that it plays once more, or none: a throw keeps the picture of that one.",
    )


class Follow(_Sent):
    """How far the camera may go: play by itself what it is sure of, ask before each throw, or leave all to taps."""

    mode: Mode = "confirm"


class Chosen(_Sent):
    """The camera to follow: one of `/api/cameras`, a text of one digit, or none; and the match that it is for."""

    source: Word | None
    match: Annotated[str, Field(max_length=64, pattern=NO_NUL)] | None = None


class Turned(_Sent):
    """How the camera's pictures are to be turned: so many degrees clockwise from how they come."""

    degrees: Degrees


class Drawn(_Sent):
    """The areas on the camera's picture, as corners in shares of it (0 to 1); empty ones say nothing.

    `turned` is how the picture was turned on which they were drawn, and `source` which camera's it was, where whoever
    drew them knows.
    """

    throwing: list[Corner] = Field(default_factory=list, max_length=100)
    keep: list[Corner] = Field(default_factory=list, max_length=100)
    turned: Degrees | None = None
    source: str | None = None


class Amendment(After):
    """Another event in the place of entry `n`; `cut` drops what then no longer fits."""

    n: Seq
    event: Word = Field(examples=["roll 1 3 3 4 4 6"])
    cut: bool = False


class Nothing(_Sent):
    """No more needs to be said."""


class Dropped(BaseModel):
    """A photo that somebody dropped: it was no throw."""

    picture: str


class Dismissal(_Sent):
    """A photo, or a question of the camera, to which the answer is no; `picture` and `says` tell which, if known."""

    picture: str | None = Field(default=None, pattern="^[0-9a-f]{24}$", description="The picture that is dropped.")
    says: str | None = Field(default=None, max_length=2000, description="What the question that is dropped says.")


class Option(BaseModel):
    """A rule that households play differently; `meanings` say in plain words what each of its `choices` is."""

    name: str
    default: str
    choices: list[str] | None
    meanings: list[str] | None
    examples: list[str]
    text: str


class Game(BaseModel):
    """A game that can be played."""

    id: str
    title: str
    about: str
    kit: str
    seats: tuple[int, int]
    options: list[Option]


class Games(BaseModel):
    """All games."""

    games: list[Game]


class Kit(BaseModel):
    """A set of dice: what it is called, the faces it shows, and whether they can be read from a picture.

    `stands` are faces of other dice that may be thrown in their place, each with the one that it counts as.
    """

    id: str
    title: str
    faces: list[str]
    stands: dict[str, str] = {}
    reads: bool = True


class Kits(BaseModel):
    """All kits."""

    kits: list[Kit]


class Awaits(BaseModel):
    """What the game waits for: a `roll` of so many dice, a `decision`, or nothing more (`over`)."""

    what: Due
    dice: int


class Total(BaseModel):
    """A player's total, with a word beside it where there is one."""

    name: str
    points: int
    note: str = ""


class View(BaseModel):
    """All that a page or a camera needs to know about a match."""

    player: str
    awaits: Awaits
    offers: tuple[Offer, ...]
    points: int
    rolls: int
    thrown: list[str]
    kept: list[str]
    says: str
    card: tuple[Row, ...]
    totals: list[Total]
    over: bool
    winners: list[str]
    victors: list[str] = Field(description="The winners, and whoever won another title, such as Game Winner.")
    free: list[str] | None = Field(description="Dice of which any, but not all, may stay: `keep` names those.")
    most: int = Field(description="Throws that a turn has at most; 0 where it has no such number.")
    leaves: bool = Field(description="Dice were left and are thrown on: what is on offer is for a change of mind.")
    pad: tuple[Box, ...] = Field(description="The pad from top to bottom, of a game that is written on a printed one.")


class Prospect(BaseModel):
    """One thing that may be done now, and what the best play from there comes to."""

    event: str
    value: float
    then: str
    bust: float | None
    brings: float | None


class Advice(BaseModel):
    """The odds: what may be done now, the best first; values are expected `points` or the `chance` of the goal."""

    aim: Gain
    goal: str
    prospects: list[Prospect]
    says: str


class Entry(BaseModel):
    """A play of the log: whether it stands or was undone, and whether there is a picture of it.

    `row` is the line of the score card that its turn led to, counted from 0; a turn that still lasts has none yet, and
    what the table agreed upon has its own.
    """

    seq: int
    n: int
    row: int
    by: str
    text: str
    roll: list[str] | None
    stands: bool
    mended: bool
    picture: bool
    at: str
    author: str | None = Field(description="The device that sent it; none for the table's own computer.")


class Demo(BaseModel):
    """What the demo can throw: the numbers of dice of which there is a picture."""

    throws: list[int]


class Match(BaseModel):
    """A match as it stands after entry `seq`."""

    id: str
    seq: int
    game: str
    title: str
    kit: Kit
    dice: str = Field(description="The players' own set, by its name; empty where they play with usual dice.")
    players: list[str]
    options: dict[str, str]
    begun: str
    demo: Demo | None
    view: View
    advice: Advice | None
    log: list[Entry]
    undoable: bool
    redoable: bool
    standing: Standing
    saved: bool = Field(description="Whether all of it is on the disk; otherwise the match goes on in memory.")


class Brings(BaseModel):
    """What a player brings into a match that is begun on paper, as its header has it."""

    name: str
    brings: str


class Paper(BaseModel):
    """How a match goes on where others sit down: a new one, begun on paper as this one stands.

    Its header line `option` is what all players bring, with `between` between each two; `next` is whose turn it is, and
    empty while it is thrown for the start. So it stands after entry `seq`.
    """

    seq: int
    game: str
    dice: str = Field(description="What the dice are called.")
    options: dict[str, str] = Field(description="The rules of the house, without what was brought in before.")
    option: str
    between: str
    players: list[Brings] = Field(description="In order of play.")
    next: str


class GoesOn(BaseModel):
    """The match in which another went on with other players; none where it did not."""

    match: str | None


class Summary(BaseModel):
    """A match in a list; `changed` is when something was last written in it."""

    id: str
    title: str
    demo: bool
    begun: str
    changed: str
    totals: list[Total]
    player: str
    over: bool
    winners: list[str]
    victors: list[str] = Field(description="The winners, and whoever won another title, such as Game Winner.")
    game: str
    dice: str
    players: list[str]
    seq: int
    standing: Standing


class Unreadable(BaseModel):
    """A match whose plays no rules of this Croupier allow, as of another version; its match file may be taken home."""

    id: str
    game: str
    players: list[str]
    begun: str


class Matches(BaseModel):
    """All matches, the newest first, and those that cannot be read; some may be `left` for now: ask again.

    After Croupier was brought up to date it plays each match through once, which takes a while where there are many.
    """

    matches: list[Summary]
    unreadable: list[Unreadable] = []
    left: int = 0


class Guess(BaseModel):
    """A face and its probability."""

    face: str
    p: float


class Die(BaseModel):
    """One die as the eye sees it, in pixels of the picture."""

    face: str | None
    p: float
    second: Guess | None
    box: tuple[float, float, float, float]
    quad: list[tuple[float, float]]
    state: Literal["flat", "cocked", "partial"]
    doubt: str = Field("", description="Which of the reasons asks about the face of this die alone.")


class Reading(BaseModel):
    """What the eye sees in a picture; a die with `p` below `sure_at` is doubtful."""

    width: int
    height: int
    kit: str
    verdict: Literal["sure", "ask", "empty"]
    dice: list[Die]
    reasons: list[str]
    ms: float
    sure_at: float
    models: dict[str, str] = Field(default_factory=dict, description="The nets that read it: names and SHA-256.")
    suspects: list[tuple[float, float, float, float]] = Field(
        default_factory=list, description="Where more may be a die, of what is asked about: boxes like those of dice."
    )


class Look(BaseModel):
    """A picture that was looked at: played when sure and legal, otherwise to be confirmed."""

    played: bool
    picture: str | None
    reading: Reading
    match: Match


class Change(BaseModel):
    """What changed of a match between the entries `after` and `seq`, for who has it as it stood after entry `after`.

    The score card keeps its first `card_from` rows and the log its first `log_from` entries; `view.card` and `log` are
    what comes behind those. What is not named here stays as it was.
    """

    version: Literal[1] = 1
    id: str
    after: int
    seq: int
    view: View
    card_from: int
    log: list[Entry]
    log_from: int
    advice: Advice | None
    undoable: bool
    redoable: bool
    standing: Standing
    saved: bool


class Looked(BaseModel):
    """A picture that was looked at when the match stood at entry `seq`: played, or to be confirmed."""

    version: Literal[1] = 1
    seq: int
    played: bool
    picture: str | None
    reading: Reading


class Finding(BaseModel):
    """One thing about the camera's picture, whether it is good enough, and what to do."""

    what: str
    figure: float
    fine: bool
    says: str


class Areas(BaseModel):
    """Where dice are thrown and where kept dice lie, in shares of the picture as it is now."""

    throwing: list[Corner]
    keep: list[Corner]


class Camera(BaseModel):
    """The camera at the table: its source as listed, what it does, how its picture is, and which match it follows.

    `sees` says that its picture is of now, and `playing` that this match goes on: what lies there is thrown in it.
    `unread` is why nothing is, where nobody can read its dice; else it is empty.
    """

    source: str | None
    name: str
    state: str
    sentence: str
    covered: bool
    moved: bool
    turned: Degrees
    match: str | None
    sees: bool
    playing: bool
    unread: str
    mode: Mode
    areas: Areas
    check: list[Finding]
    advice: str


class Cameras(BaseModel):
    """The cameras that may be chosen."""

    cameras: list[str]


class Way(BaseModel):
    """One thing that may have been meant: events before a throw of so many dice, or without a throw all of it.

    `throw` is the event that the faces complete: `roll`, or the amendment of a roll; `before` tells what precedes it,
    and `by` who throws. Of the dice that seem thrown those `among` them, in notation, were kept, and are none of it.
    """

    events: list[str]
    dice: int
    says: str
    throw: str = "roll"
    before: str = ""
    by: str = ""
    among: str = ""


class Hands(BaseModel):
    """What the camera understood after entry `seq`: played (so many entries, `undo` takes them back), or a question.

    Where it says nothing and asks nothing, the question before is withdrawn: with a `picture` only the one about that.
    """

    seq: int
    question: bool
    says: str
    options: list[Way] = Field(default_factory=list)
    picture: str | None = None
    reading: Reading | None = None
    undo: int = 0

    @classmethod
    def nothing(cls, seq: int) -> Self:
        """Tell that nothing is asked after entry `seq`."""
        return cls(seq=seq, question=False, says="")

    @property
    def no_more(self) -> Self:
        """What tells that this question is asked no more."""
        return type(self)(seq=self.seq, question=False, says="", picture=self.picture)

    @property
    def withdrawn(self) -> bool:
        """Whether this takes a question back, and no more."""
        return not self.question and not self.undo


class Rested(BaseModel):
    """What came of a picture that a phone sent: how the camera is, and what is due."""

    camera: Camera
    says: str
    seen: bool = Field(description="Whether a picture of its table is here; where none is, it is to be sent once more.")


class Set(BaseModel):
    """A set of somebody's own dice: how often each face was shown, what stands for what, and what was gained.

    `faces` are those that its dice show, as they count in play; there are none where the set cannot be read.
    """

    name: str
    kit: str
    whole: bool
    shown: dict[str, int]
    stands: dict[str, str]
    faces: list[str]
    says: str


class Sets(BaseModel):
    """All sets that were taught."""

    sets: list[Set]


class Lesson(BaseModel):
    """What was seen of one face in a picture, in pixels of the picture, and the set as it is now.

    `crops` are the same dice cut out, as data URIs, and `learned` is how many of them had not been shown just so
    before. `doubt` says that they may not all have shown that face; mostly it is empty.
    """

    face: str
    boxes: list[tuple[float, float, float, float]]
    crops: list[str]
    learned: int
    doubt: str
    dice: Set


class Shows(_Sent):
    """What a die of a roll really shows: its place in the reading, from 0, and a face that the roll counts."""

    die: Seq
    face: Name = Field(examples=["skull"])


class Stands(_Sent):
    """The kit that a set stands for, and which of its faces each of the set's stands for; what is left out stays.

    `whole` says that the dice show nothing but what was taught. In `stands` an empty face takes back what a face of the
    set stood for.
    """

    kit: Name | None = None
    whole: bool | None = None
    stands: dict[Name, Name] = Field(default_factory=dict, max_length=100, examples=[{"skull": "A", "crown": ""}])


class Health(BaseModel):
    """The server is well."""

    status: Literal["ok"] = "ok"
    version: str


class Problem(BaseModel):
    """A refusal (RFC 9457); `detail` says what to do, `match` is how the match stands where that helps.

    `key` names the option or other header line that a new match is refused for; `entry` is the later play that an
    amendment leaves without a place, and `why` tells why.
    """

    type: str
    title: str
    status: int
    detail: str
    key: str | None = None
    entry: int | None = None
    why: str | None = None
    match: Match | None = None
