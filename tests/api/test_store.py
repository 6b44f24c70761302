"""The store: what was acknowledged is there again after reopening, and nothing is ever written over."""

import re
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
import sqlalchemy as sa

from api.certificate import Certificate, certificate
from api.schema import SCHEMA, SETTINGS, VERSION, Lock, Setting
from api.shelf import Folder
from api.store import AwayError, Heading, Line, Once, Store, StoreError, TakenError, _driven, now
from api.table import ClosedError, MissingError, ReusedError, Sheet, StaleError, Table, UnreadableError
from scoring.dice import RuleError
from scoring.log import read
from scoring.match import Match
from tests.api.postgres import do, missing, running


@pytest.fixture
def opened(url: str) -> Iterator[Callable[[], Table]]:
    """Open the same database, as often as one likes."""
    tables: list[Table] = []

    def opened() -> Table:
        tables.append(Table(Store(url)))
        return tables[-1]

    yield opened
    for table in tables:
        table.store.close()


Opened = Callable[[], Table]


def test_a_match_survives_reopening(opened: Opened) -> None:
    table = opened()
    sheet = table.begin("jack-stone", ["Ann", "Bob"], {"keep_rule": "any"})
    table.write(sheet.id, 0, lambda match: match.play("roll 1 3 3 4 4 6"), picture="a" * 24)
    table.write(sheet.id, 1, lambda match: match.play("keep 1"))
    before = table.write(sheet.id, 2, lambda match: match.undo())
    table.store.close()
    after = opened().sheet(sheet.id)
    assert after == before
    assert [line.text for line in after.lines] == ["roll 1 3 3 4 4 6", "keep 1", "undo"]
    assert after.lines[0].picture == "a" * 24


def test_two_tables_share_one_database(opened: Opened) -> None:
    here, there = opened(), opened()
    sheet = here.begin("jack-stone", ["Ann", "Bob"], {})
    there.write(sheet.id, 0, lambda match: match.play("roll 1 3 3 4 4 6"))
    assert here.sheet(sheet.id).seq == 1
    with pytest.raises(StaleError) as stale:
        here.write(sheet.id, 0, lambda match: match.play("roll 2 3 3 4 4 6"))
    assert stale.value.sheet.seq == 1


def test_of_many_writers_at_once_each_entry_has_one(opened: Opened) -> None:
    tables = [opened() for _ in range(4)]
    sheet = tables[0].begin("jack-stone", ["Ann"], {})
    won = []

    def write(table: Table) -> None:
        for _ in range(15):
            try:
                seq = table.sheet(sheet.id).seq
                table.write(sheet.id, seq, lambda match: match.play("adjust Ann 50"))
                won.append(seq)
            except StaleError:
                pass

    threads = [threading.Thread(target=write, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stands = opened().sheet(sheet.id)
    assert sorted(won) == list(range(len(won)))
    assert stands.match.view.totals == (("Ann", 50 * len(won)),)


def test_an_entry_is_never_written_over(opened: Opened) -> None:
    store = opened().store
    store.begin(Heading("m", "jack-stone", ("Ann",), {}, "pips", demo=False, begun=now()))
    first = Line(1, "roll 1 3 3 4 4 6", None, now(), "Ann's phone")
    store.append("m", [first])
    with pytest.raises(TakenError):
        store.append("m", [Line(1, "roll 2 3 3 4 4 6", None, now())])
    assert store.since("m", 0, Setting.MODE) == ((first,), None)


def test_a_refused_play_leaves_no_trace(opened: Opened) -> None:
    table = opened()
    sheet = table.begin("jack-stone", ["Ann"], {})
    with pytest.raises(RuleError):
        table.write(sheet.id, 0, lambda match: match.play("bank"))
    assert table.sheet(sheet.id) == sheet


def test_sqlite_is_opened_with_care(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'croupier.db'}")
    with store.engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2


def test_a_log_of_other_rules_is_named_and_hurts_no_other_match(opened: Opened) -> None:
    table = opened()
    good, bad = table.begin("jack-stone", ["Ann"], {}), table.begin("jack-stone", ["Bob"], {})
    table.store.append(bad.id, [Line(1, "dance", None, now())])
    with pytest.raises(UnreadableError):
        table.sheet(bad.id)
    assert [sheet.id for sheet in table.sheets()] == [good.id]


def test_matches_are_listed_by_one_statement_and_only_those_that_changed_are_opened(opened: Opened) -> None:
    here, there = opened(), opened()
    ids = [here.begin("jack-stone", ["Ann"], {}).id for _ in range(5)]
    said: list[str] = []
    sa.event.listen(here.store.engine, "before_cursor_execute", lambda *told: said.append(told[2]))

    def listed() -> tuple[dict[str, Sheet], int]:
        said.clear()
        found = {sheet.id: sheet for sheet in here.sheets()}
        return found, sum(statement.startswith("SELECT") for statement in said)

    found, statements = listed()
    assert (set(found), statements) == (set(ids), 1)
    there.write(ids[0], 0, roll)
    there.settle(ids[1], "paused")
    found, statements = listed()
    assert (found[ids[0]].seq, found[ids[1]].standing) == (1, "paused")
    assert statements == 1 + 2 * 2
    assert listed() == (found, 1)


def test_an_unknown_match_is_missing(opened: Opened) -> None:
    with pytest.raises(MissingError):
        opened().sheet("nothere")


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:////nowhere/at/all.db",
        "sqlite:////nowhere/a.db?timeout=soon",
        "sqlite://",
        "sqlite:///:memory:",
        "nonsense",
        "postgresql://localhost:1/x",
        "postgresql://localhost/x?sslmode=verify-ca&sslrootcert=/nowhere.pem",
        "postgresql://localhost/x?sslmode=prefer&sslrootcert=system",
        "martian://x",
    ],
)
def test_a_database_that_cannot_be_opened_is_told_in_a_sentence(url: str) -> None:
    with pytest.raises(StoreError, match=r"^The database cannot be opened .*--database\.$"):
        Store(url)


@pytest.mark.parametrize("url", ["mysql://ann@localhost/x", "oracle://ann@localhost/x", "martian://x"])
def test_of_a_database_that_no_library_is_here_for_the_addresses_that_can_be_are_told(url: str) -> None:
    with pytest.raises(StoreError) as told:
        Store(url)
    reason = "I know databases whose address begins with sqlite:// or postgresql://"
    assert str(told.value) == f"The database cannot be opened ({reason}): check --data or --database."


@pytest.mark.parametrize("port", ["port", "5432a", "-1", "0", "65536"])
def test_a_port_that_cannot_be_is_told_with_those_that_can(port: str) -> None:
    with pytest.raises(StoreError) as told:
        Store(f"postgresql://localhost:{port}/x")
    reason = "the port in its address must be a number from 1 to 65535"
    assert str(told.value) == f"The database cannot be opened ({reason}): check --data or --database."


def test_what_postgresql_refuses_is_told_in_its_words(postgres: Callable[[], str]) -> None:
    url = sa.make_url(postgres())
    do(str(url), "CREATE ROLE visitor LOGIN", "REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    refused = {
        url.set(database="nosuchdb"): 'database "nosuchdb" does not exist',
        url.set(username="nobody"): 'role "nobody" does not exist',
        url.set(username="visitor"): "permission denied for schema public",
    }
    for wrong, reason in refused.items():
        with pytest.raises(StoreError) as told:
            Store(wrong)
        assert str(told.value) == f"The database cannot be opened ({reason}): check --data or --database."


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("postgresql://ann@127.0.0.1:1/x", "127.0.0.1:1"),
        ("postgresql://ann@/x?unix_sock=/nowhere/.s.PGSQL.5432", "/nowhere/.s.PGSQL.5432"),
    ],
)
def test_where_no_postgresql_answers_is_told_with_the_reason_of_the_system(address: str, place: str) -> None:
    with pytest.raises(StoreError) as told:
        Store(address)
    words = rf"The database cannot be opened \(the line to {place} fails: [A-Z][a-z ]+\): check --data or --database\."
    assert re.fullmatch(words, str(told.value))


def test_who_asks_right_after_a_postgresql_did_not_answer_does_not_wait_for_it_once_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("api.postgres.PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        for _ in range(3):
            with pytest.raises(StoreError, match="timed out"):
                Store(f"postgresql://ann@127.0.0.1:{silent.getsockname()[1]}/x?sslmode=disable")
        silent.settimeout(0.2)
        calls = 0
        with suppress(TimeoutError):
            while True:
                silent.accept()[0].close()
                calls += 1
    assert calls == 1


@pytest.mark.parametrize("mode", ["disable", "prefer"])
def test_the_line_to_a_postgresql_that_does_not_answer_is_hung_up(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.postgres.PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        with pytest.raises(StoreError, match="timed out") as told:
            Store(f"postgresql://ann@127.0.0.1:{silent.getsockname()[1]}/x?sslmode={mode}")
        with silent.accept()[0] as heard:
            heard.settimeout(5)
            while heard.recv(64):
                pass
    assert told.value.__traceback__  # hung up at once, not when the error is forgotten


def test_a_postgresql_that_falls_silent_is_not_waited_for_for_ever(
    postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.postgres.PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(StoreError, match="timed out"):
        Store(f"postgresql://ann@127.0.0.1:{silent.getsockname()[1]}/x?sslmode=disable")
    url = postgres()
    store, other = Store(url), Store(url)
    with other.writing() as connection:
        connection.execute(sa.text("LOCK TABLE entries"))
        with pytest.raises(AwayError):
            store.since("m", 0, Setting.MODE)
    assert store.since("m", 0, Setting.MODE) == ((), None)
    store.close()
    other.close()


def test_who_may_only_read_is_told_so_and_who_may_no_longer_write_plays_on_in_memory(
    postgres: Callable[[], str],
) -> None:
    url = sa.make_url(postgres())
    hers = url.set(username="reader")
    Store(url).close()
    do(str(url), "CREATE ROLE reader LOGIN", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    for more in ("SELECT", "INSERT", "UPDATE"):
        do(str(url), f"GRANT {more} ON ALL TABLES IN SCHEMA public TO reader")
        with pytest.raises(
            StoreError, match=r"^Nothing can be written in the database: give its role reader the right"
        ):
            Store(hers)
    do(str(url), "GRANT ALL ON ALL TABLES IN SCHEMA public TO reader")
    table = Table(Store(hers))
    sheet = table.begin("jack-stone", ["Ann"], {})
    do(str(url), "REVOKE INSERT ON entries FROM reader")
    assert not table.write(sheet.id, 0, roll).saved
    do(str(url), "GRANT INSERT ON entries TO reader")
    assert not table.save()
    assert table.sheet(sheet.id).saved
    table.store.close()


def test_what_is_played_after_postgresql_hung_up_is_saved_without_a_word(
    postgres: Callable[[], str], caplog: pytest.LogCaptureFixture
) -> None:
    url = postgres()
    hang_up = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
    store = Store(url)
    store.begin(Heading("m", "jack-stone", ("Ann",), {}, "pips", demo=False, begun=now()))
    for seq in range(1, 41):  # a line is lost in one way or the other, by chance
        do(url, f"{hang_up} pg_backend_pid()")
        store.append("m", [Line(seq, "adjust Ann 50", None, now())])
    assert len(store.since("m", 0, Setting.MODE)[0]) == 40
    assert not caplog.records
    store.close()


WAITING = sa.text("SELECT count(*) FROM pg_locks WHERE NOT granted")


def test_what_two_servers_first_set_in_the_same_instant_is_set_by_both(postgres: Callable[[], str]) -> None:
    url = postgres()
    here, there = Store(url), Store(url)
    here.begin(Heading("m", "jack-stone", ("Ann",), {}, "pips", demo=False, begun=now()))
    with ThreadPoolExecutor() as other, here.writing() as connection:
        connection.execute(SETTINGS.insert().values(match="m", name="standing", value="paused"))
        late = other.submit(there.put, "m", Setting.STANDING, "open deleted")
        with here.reading() as looking:
            while not looking.scalar(WAITING):
                time.sleep(0.01)
        connection.commit()
        late.result()
    assert here.setting("m", Setting.STANDING) == "open deleted"
    here.close()
    there.close()


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Certificate]]:
    """A database at a PostgreSQL that speaks TLS, and its certificate; skips where there is none."""
    if reason := missing():
        pytest.skip(reason)
    made = certificate(tmp_path_factory.mktemp("tls"), ["127.0.0.1"])
    with running(made) as fresh:
        yield fresh(), made


MODES = {"disable": False, "allow": True, "prefer": True, "require": True, "verify-ca": True, "verify-full": True}


@pytest.mark.parametrize("mode", MODES)
def test_an_address_says_how_the_line_is_sealed(sealed: tuple[str, Certificate], mode: str) -> None:
    url, made = sealed
    trusting = f"&sslrootcert={made.certificate}" if mode.startswith("verify") else ""
    store = Store(f"{url}?sslmode={mode}{trusting}")
    with store.reading() as connection:
        asked = connection.execute(sa.text("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"))
        assert asked.scalar_one() == MODES[mode]
    store.close()


def test_whom_the_address_does_not_trust_gets_no_score(sealed: tuple[str, Certificate], tmp_path: Path) -> None:
    url, made = sealed
    other, named = certificate(tmp_path, ["127.0.0.1"]).certificate, url.replace("127.0.0.1", "localhost")
    Store(f"{named}?sslmode=verify-ca&sslrootcert={made.certificate}").close()  # it looks at no name
    for wrong in (
        f"{url}?sslmode=require&sslrootcert={other}",
        f"{url}?sslmode=verify-ca",
        f"{url}?sslmode=verify-ca&sslrootcert={other}",
        f"{url}?sslmode=verify-full&sslrootcert=system",
        f"{url}?sslrootcert=system",
        f"{named}?sslmode=verify-full&sslrootcert={made.certificate}",
    ):
        with pytest.raises(StoreError, match=r"certificate verify failed.*--database\.$"):
            Store(wrong)


def test_a_line_that_must_be_sealed_is_not_used_open(postgres: Callable[[], str]) -> None:
    url = postgres()
    with pytest.raises(StoreError, match="Server refuses SSL"):
        Store(f"{url}?sslmode=require")
    Store(f"{url}?sslmode=prefer&application_name=croupier").close()


def test_a_database_takes_the_letters_of_all_names_or_is_refused(postgres: Callable[[], str]) -> None:
    url = sa.make_url(postgres())
    for name in ("sql_ascii", "latin1"):
        do(
            url.render_as_string(),
            f"CREATE DATABASE {name} ENCODING '{name}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0",
        )
    table = Table(Store(url.set(database="sql_ascii")))
    sheet = table.begin("jack-stone", ["Zoë 🎲"], {})
    table.write(sheet.id, 0, lambda match: match.play("adjust Zoë 🎲 50"))
    table.store.close()
    table = Table(Store(url.set(database="sql_ascii")))
    assert table.sheet(sheet.id).lines[0].text == "adjust Zoë 🎲 50"
    table.store.close()
    with pytest.raises(StoreError, match=r"\(it has only the letters of LATIN1: make one with ENCODING 'UTF8'\)"):
        Store(url.set(database="latin1"))


@pytest.mark.parametrize("driver", ["asyncpg", "psycopg"])
def test_an_address_may_name_the_driver_of_another_program(postgres: Callable[[], str], driver: str) -> None:
    Store(postgres().replace("postgresql", f"postgresql+{driver}", 1)).close()


@pytest.mark.parametrize("said", ["channel_binding=require", "sslmode=maybe", "sslmode=allow&sslmode=require"])
def test_what_an_address_says_and_nobody_understands_is_named(said: str) -> None:
    with pytest.raises(StoreError, match=rf"^The database .*`{said.partition('=')[0]}`.*--database\.$"):
        Store(f"postgresql://127.0.0.1:1/x?{said}")


ROLL = "roll 1 3 3 4 4 6"


def roll(match: Match) -> Match:
    return match.play(ROLL)


def test_the_same_request_plays_once(opened: Opened) -> None:
    here, there = opened(), opened()
    sheet = here.begin("jack-stone", ["Ann"], {})
    once = Once("k", "asked")
    first = here.write(sheet.id, 0, roll, once=once)
    for table in (here, there, opened()):
        assert table.write(sheet.id, 0, roll, once=once) == first
    with pytest.raises(ReusedError):
        here.write(sheet.id, 1, lambda match: match.play("keep 1"), once=Once("k", "something else"))
    with pytest.raises(StaleError):
        here.write(sheet.id, 0, roll, once=Once("another", "asked"))


def test_the_same_request_begins_one_match(opened: Opened) -> None:
    once = Once("k", "asked")
    first = opened().begin("jack-stone", ["Ann"], {}, once=once)
    table = opened()
    assert table.begin("jack-stone", ["Ann"], {}, once=once) == first
    assert len([*table.sheets()]) == 1


def test_a_request_that_comes_many_times_in_the_same_instant_begins_one_match(opened: Opened) -> None:
    tables = [opened(), opened()] * 4
    with ThreadPoolExecutor(len(tables)) as devices:
        for number in range(20):
            once = Once(f"{number}", "asked")
            asked = [devices.submit(table.begin, "jack-stone", ["Ann"], {}, once=once) for table in tables]
            assert len({each.result().id for each in asked}) == 1


def test_a_paused_match_is_not_played_in_until_it_goes_on(opened: Opened) -> None:
    here, there = opened(), opened()
    sheet = here.begin("jack-stone", ["Ann"], {})
    there.settle(sheet.id, "paused")
    with pytest.raises(ClosedError):
        here.write(sheet.id, 0, roll)
    here.settle(sheet.id, "open")
    assert there.write(sheet.id, 0, roll).seq == 1


@pytest.mark.parametrize("pragma", ["max_page_count = 1", "query_only = ON"])
def test_when_the_disk_takes_nothing_the_match_goes_on_in_memory(tmp_path: Path, pragma: str) -> None:
    table = Table(Store(f"sqlite:///{tmp_path / 'croupier.db'}"))
    sheet = table.begin("jack-stone", ["Ann"], {})
    held = set_on_all(table.store, pragma)
    for seq in range(150):
        sheet = table.write(sheet.id, seq, lambda match: match.play("adjust Ann 50"), once=Once(f"{seq}", "asked"))
    assert not sheet.saved
    again = table.write(sheet.id, 149, lambda match: match.play("adjust Ann 50"), once=Once("149", "asked"))
    assert again.seq == 150
    assert again.match.view.totals == (("Ann", 7_500),)
    sa.event.remove(table.store.engine, "begin", held)
    set_on_all(table.store, "max_page_count = 100000" if "page" in pragma else "query_only = OFF")
    table._tried = 0.0  # noqa: SLF001 - else it would wait before it tries again
    assert table.sheet(sheet.id).saved
    table.store.close()
    assert Table(Store(f"sqlite:///{tmp_path / 'croupier.db'}")).sheet(sheet.id).seq == 150


@pytest.mark.parametrize("pragma", ["max_page_count = 1", "query_only = ON"])
def test_when_the_disk_takes_nothing_a_match_begins_in_memory_and_once(tmp_path: Path, pragma: str) -> None:
    table = Table(Store(f"sqlite:///{tmp_path / 'croupier.db'}"))
    held = set_on_all(table.store, pragma)
    lines = Match.start("jack-stone", ["Ann"]).play("adjust Ann 50")
    begun = [table.sit(lines, once=Once("k", "asked")) for _ in range(2)]
    while begun[0].saved:  # a database may have some room left
        begun = [table.sit(lines, once=Once(secrets.token_hex(), "asked"))] * 2
    first = begun[0].id
    assert begun[1].id == first
    assert [sheet.id for sheet in table.sheets()].count(first) == 1
    assert table.write(first, 1, lambda match: match.play("adjust Ann 50"), once=Once("k", "other")).seq == 2
    sa.event.remove(table.store.engine, "begin", held)
    set_on_all(table.store, "max_page_count = 100000" if "page" in pragma else "query_only = OFF")
    table._tried = 0.0  # noqa: SLF001 - else it would wait before it tries again
    assert table.sheet(first).saved
    table.store.close()
    known = Table(Store(f"sqlite:///{tmp_path / 'croupier.db'}"))
    assert known.sheet(first).match.view.totals == (("Ann", 100),)
    assert [sheet.id for sheet in known.sheets()].count(first) == 1


@pytest.mark.parametrize("back", [True, False])
def test_what_is_played_while_the_folder_is_gone_is_not_told_as_saved(tmp_path: Path, back: bool) -> None:
    folder, away = tmp_path / "house", tmp_path / "away"
    folder.mkdir()
    table = Table(Store(f"sqlite:///{folder / 'croupier.db'}"))
    sheet, other = (table.begin("jack-stone", [name], {}) for name in ("Ann", "Bob"))
    folder.rename(away)
    assert not table.write(sheet.id, 0, lambda match: match.play("adjust Ann 50")).saved
    assert not table.begin("jack-stone", ["Cem"], {}).saved
    with table.store.alone(Lock.REMATCH), suppress(OSError):
        Folder(folder / "pictures").put("a" * 24, b"", "")
    assert not folder.exists()
    if back:
        away.rename(folder)
        assert table.save() == ()
        table.store.close()
        assert Table(Store(f"sqlite:///{folder / 'croupier.db'}")).sheet(sheet.id).seq == 1
    else:
        folder.mkdir()
        Store(f"sqlite:///{folder / 'croupier.db'}").close()  # another one in its place
        assert {left.match.players for left in table.save()} == {("Ann",), ("Bob",), ("Cem",)}
        assert not table.sheet(other.id).lines


def test_all_that_waited_for_the_disk_is_saved_as_soon_as_it_takes_something(tmp_path: Path) -> None:
    table = Table(Store(f"sqlite:///{tmp_path / 'croupier.db'}"))
    held = set_on_all(table.store, "query_only = ON")
    begun = [table.begin("jack-stone", [name], {}).id for name in ("Ann", "Bob", "Cem")]
    sa.event.remove(table.store.engine, "begin", held)
    set_on_all(table.store, "query_only = OFF")
    table._tried = 0.0  # noqa: SLF001 - else it would wait before it tries again
    assert [sheet.saved for sheet in table.sheets() if sheet.id in begun] == [True] * 3
    table.store.close()


@pytest.mark.parametrize("begins", [False, True], ids=["a match that was there", "a new match"])
def test_what_was_saved_though_its_answer_was_lost_costs_nothing_that_waited_behind_it(
    tmp_path: Path, begins: bool
) -> None:
    table = Table(Store(f"sqlite:///{tmp_path / 'croupier.db'}"))
    there = None if begins else table.begin("jack-stone", ["Ann"], {}).id
    held = set_on_all(table.store, "query_only = ON")
    match = there or table.begin("jack-stone", ["Ann"], {}).id
    for seq in range(3):
        sheet = table.write(match, seq, lambda match: match.play("adjust Ann 50"))
    saved = Store(f"sqlite:///{tmp_path / 'croupier.db'}")
    saved.begin(sheet.heading) if begins else saved.append(match, sheet.lines[:1])
    saved.close()
    sa.event.remove(table.store.engine, "begin", held)
    set_on_all(table.store, "query_only = OFF")
    table._tried = 0.0  # noqa: SLF001 - else it would wait before it tries again
    assert (table.sheet(match).saved, table.sheet(match).seq) == (True, 3)
    table.store.close()
    assert Table(Store(f"sqlite:///{tmp_path / 'croupier.db'}")).sheet(match).match.view.totals == (("Ann", 150),)


def set_on_all(store: Store, pragma: str) -> Callable[[sa.Connection], None]:
    """Set SQLite so on every connection, as if the disk had changed."""

    def set_it(connection: sa.Connection) -> None:
        connection.connection.driver_connection.execute(f"PRAGMA {pragma}")

    sa.event.listen(store.engine, "begin", set_it)
    return set_it


OLD = """
CREATE TABLE matches (id VARCHAR(32) PRIMARY KEY, head TEXT NOT NULL, kit VARCHAR(64) NOT NULL,
    demo BOOLEAN NOT NULL, begun VARCHAR(32) NOT NULL);
CREATE TABLE entries (match VARCHAR(32) NOT NULL REFERENCES matches (id), seq INTEGER NOT NULL,
    text TEXT NOT NULL, picture VARCHAR(32), at VARCHAR(32) NOT NULL, PRIMARY KEY (match, seq));
CREATE TABLE settings (match VARCHAR(32) NOT NULL REFERENCES matches (id), name VARCHAR(32) NOT NULL,
    value TEXT NOT NULL, PRIMARY KEY (match, name));
INSERT INTO matches VALUES ('old', '{"game": "jack-stone", "players": ["Ann"], "options": {}}', 'pips', false, '2026');
INSERT INTO entries VALUES ('old', 1, 'roll 1 3 3 4 4 6', NULL, '2026')
"""


def test_a_database_of_an_earlier_croupier_is_brought_up_to_date_after_a_backup(url: str, tmp_path: Path) -> None:
    engine = sa.create_engine(_driven(sa.make_url(url)))
    with engine.begin() as connection:
        for statement in OLD.split(";"):
            connection.execute(sa.DDL(statement))
    engine.dispose()
    for _ in range(2):
        table = Table(Store(url))
        assert table.sheet("old").heading.dice == ""
        assert [line.text for line in table.sheet("old").lines] == [ROLL] + ["keep 1"] * (table.sheet("old").seq - 1)
        if table.sheet("old").seq == 1:
            table.write("old", 1, lambda match: match.play("keep 1"), author="Ann's phone")
        backups = sa.inspect(table.store.engine).get_table_names() if table.store.shared else tmp_path.iterdir()
        assert len([name for name in map(str, backups) if "v1-" in name]) == (3 if table.store.shared else 1)
        table.store.close()


def test_a_database_of_a_newer_croupier_is_left_alone(url: str) -> None:
    store = Store(url)
    with store.writing() as connection:
        connection.execute(SCHEMA.update().values(version=VERSION + 1))
    store.close()
    with pytest.raises(
        StoreError, match=r"of a newer Croupier: install that, or name another with --data or --database\.$"
    ):
        Store(url)


def test_a_server_may_start_while_another_writes(tmp_path: Path) -> None:
    url, ended = f"sqlite:///{tmp_path / 'croupier.db'}", threading.Event()
    store = Store(url)
    store.begin(Heading("m", "jack-stone", ("Ann",), {}, "pips", demo=False, begun=now()))

    def write() -> None:
        n = 0
        while not ended.wait(0.002):
            n += 1
            store.append("m", [Line(n, "adjust Ann 50", None, now())])

    writing = threading.Thread(target=write)
    writing.start()
    try:
        for _ in range(40):
            Store(url).close()
    finally:
        ended.set()
        writing.join()
        store.close()


def test_a_match_that_is_brought_in_is_played_through_only_once(tmp_path: Path) -> None:
    table = Table(Store(f"sqlite:///{tmp_path / 'croupier.db'}"))
    match = read("game: jack-stone\nplayers: Ann, Bob\n\n# a long evening\n" + "adjust Ann 1\n" * 3000)
    sheet = table.sit(match)
    assert sheet.match.line is match.line
    assert sheet.match == Table(table.store).sheet(sheet.id).match
    assert not sheet.match.remarks
    table.store.close()
