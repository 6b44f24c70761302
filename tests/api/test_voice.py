"""The voice, and everything by keys: what is said in each language, and where to find out how."""

import pytest

from tests.api.windows import DESK, IN_BROWSER, Page, Shot, Visit, begin, expect, press, turn_of

pytestmark = IN_BROWSER

# What a language says of a match between two of its states; each state is asked for with the seq it is to have.
TOLD = """async ([language, id, events]) => {
  const { telling } = await import('/telling.js');
  const { [language]: texts } = await import(`/texts/${language}.js`);
  const { get, post } = await import('/api.js');
  const before = await get(`/api/matches/${id}`);
  const after = await post(`/api/matches/${id}/plays`, { events, after: before.seq });
  return telling(before, after, texts);
}"""


CORRECTED = """async ([id, n, event]) => {
  const { telling } = await import('/telling.js');
  const { en: texts } = await import('/texts/en.js');
  const { get, post } = await import('/api.js');
  const before = await get(`/api/matches/${id}`);
  return telling(before, await post(`/api/matches/${id}/amend`, { n, event, after: before.seq }), texts);
}"""


def told(page: Page, language: str, *events: str) -> str:
    """Play events, and give what the voice says of them."""
    return " ".join(page.evaluate(TOLD, [language, page.url.split("/")[-1], list(events)]))


@pytest.mark.parametrize(
    ("language", "thrown", "kept", "banked", "bust"),
    [
        ("en", "Ann threw 1, 1, 1, 2, 3, 4.", "1000 points so far.", "Ann takes 1000 and has 1000. Bob, your turn.",
         "Bob threw 2, 2, 3, 3, 4, 6. Bob gets nothing. Ann, your turn."),
        ("de", "Ann hat 1, 1, 1, 2, 3, 4 gewürfelt.", "Bisher 1000 Punkte.",
         "Ann nimmt 1000 und hat jetzt 1000. Bob ist an der Reihe.",
         "Bob hat 2, 2, 3, 3, 4, 6 gewürfelt. Bob geht leer aus. Ann ist an der Reihe."),
        pytest.param("fr", "Ann a lancé 1, 1, 1, 2, 3, 4.", "1000 points pour l\u2019instant.",
         "Ann prend 1000 et a maintenant 1000. À Bob de jouer.",
         "Bob a lancé 2, 2, 3, 3, 4, 6. Bob ne marque rien. À Ann de jouer.", marks=pytest.mark.long),
        pytest.param("es", "Ann ha sacado 1, 1, 1, 2, 3, 4.", "1000 puntos por ahora.",
         "Ann se lleva 1000 y tiene 1000. Le toca a Bob.",
         "Bob ha sacado 2, 2, 3, 3, 4, 6. Bob se queda sin nada. Le toca a Ann.", marks=pytest.mark.long),
    ],
)  # fmt: skip
def test_a_turn_is_told_in_each_language(
    visit: Visit, language: str, thrown: str, kept: str, banked: str, bust: str
) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    assert told(page, language, "roll 1 1 1 2 3 4") == thrown
    assert told(page, language, "keep 1 1 1") == kept
    assert told(page, language, "bank") == banked
    assert told(page, language, "roll 2 2 3 3 4 6") == bust


@pytest.mark.parametrize(
    ("language", "said"),
    [
        pytest.param("en", "The table agrees: Ann has -50 now.", marks=pytest.mark.long),
        pytest.param("de", "Der Tisch ist sich einig: Ann hat jetzt -50.", marks=pytest.mark.long),
        ("fr", "La table est d\u2019accord : Ann a maintenant -50."),
        ("es", "La mesa está de acuerdo: Ann tiene ahora -50."),
    ],
)
def test_what_the_table_agrees_upon_is_no_turn_that_brought_nothing(visit: Visit, language: str, said: str) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    assert told(page, language, "adjust Ann -50") == said


def test_points_that_are_lost_are_told_as_lost(visit: Visit) -> None:
    page = visit(DESK)
    page.get_by_label("Game", exact=False).first.select_option("phase-10")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_role("button", name="Remove player 2").click()
    page.get_by_role("button", name="Start the match").click()
    turn_of(page, "Ann")
    said = told(page, "en", "roll 5R 5G 6B 6G 7R 7G 4G 4O 3R 3B", "bank")
    assert "Ann loses 5 and has -5." in said


def test_a_roll_that_is_corrected_is_no_new_throw_and_a_total_is_told(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", game="ten-thousand")
    told(page, "en", "roll 1 1 1 5 3 4", "keep 1 1 1", "bank")
    match = page.url.split("/")[-1]
    assert page.evaluate(CORRECTED, [match, 1, "roll 1 1 1 5 3 3"]) == []
    assert page.evaluate(CORRECTED, [match, 2, "keep 1 1 1 5"]) == ["Ann has 1050 now."]
    again = ("roll 1 1 1 2 3 4", "keep 1 1 1", "bank")
    assert told(page, "en", *again, *again, *again) == "Ann has 2050 now. Bob has 2000 now. Ann, your turn."


def test_coloured_dice_and_cards_have_names(visit: Visit) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob", game="phase-10")
    said = told(page, "de", "roll 8G 8O 8B 10B 5B 6O WO WB 1O 2O")
    assert said.startswith("Ann hat 8 in grün, 8 in orange, 8 in blau, 10 in blau, ")
    assert "Joker in orange" in said


def test_the_voice_is_off_until_it_is_switched_on_and_stays_as_it_was_left(visit: Visit, shot: Shot) -> None:
    page = visit(DESK, locale="de-DE")
    begin(page, "Ann", "Bob")
    voice = page.get_by_label("Voice")
    expect(voice).to_have_value("")
    expect(voice.locator("option").nth(1)).to_have_text("Voice: Deutsch")
    voice.select_option("de")
    page.reload()
    turn_of(page, "Ann")
    expect(voice).to_have_value("de")
    shot(page, "on")


def test_the_keys_are_a_question_mark_away(visit: Visit, shot: Shot) -> None:
    page = visit(DESK)
    begin(page, "Ann", "Bob")
    press(page, "?")
    page.get_by_role("dialog").get_by_text("undo, redo").wait_for()
    shot(page, "keys")
    press(page, "Escape", "1")
    page.get_by_role("button", name="Take back the 1").wait_for()


def test_the_table_can_be_seen_with_more_contrast(visit: Visit, shot: Shot) -> None:
    page = visit(DESK)
    page.emulate_media(contrast="more")
    begin(page, "Ann", "Bob")
    press(page, "1 1 5 2 3 4", "Enter")
    page.locator(".offer").first.wait_for()
    shot(page, "contrast")
