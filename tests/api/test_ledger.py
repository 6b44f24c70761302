"""The list of matches: it plays none through again that did not change, whatever happened to the server since."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from api import wire
from api.extracts import Extracts
from api.schema import SETTINGS, Setting
from api.serve import watch
from api.store import Line, Store, now
from api.table import Standing, Table
from api.telling import summary_of
from tests.api.conftest import ROOT, housed

SUMMARIES = SETTINGS.c.name == "summary"
FIFTY, HUNDRED = "adjust Ann 50", "adjust Ann 100"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """The database of a house, as another server has it."""
    store = Store(url)
    yield store
    store.close()


@pytest.fixture
def ids(store: Store) -> list[str]:
    """Matches of an earlier evening, the newest first."""
    table = Table(store)
    begun = [table.begin("jack-stone", ["Ann"], {}).id for _ in range(5)]
    for match in begun:
        table.write(match, 0, lambda match: match.play(FIFTY))
    return [sheet.id for sheet in table.sheets()]


@contextmanager
def asking(url: str, folder: Path) -> Iterator[tuple[Table, httpx.Client]]:
    """A house that was opened just now."""
    with housed(folder, database=url) as (app, address), httpx.Client(base_url=address, timeout=60) as client:
        yield app.state.house.table, client


def listed(client: httpx.Client, *, deleted: bool = False) -> dict[str, dict[str, Any]]:
    told = client.get("/api/matches", params={"deleted": deleted}).raise_for_status().json()["matches"]
    return {match["id"]: match for match in told}


def points(client: httpx.Client) -> list[int]:
    return [match["totals"][0]["points"] for match in listed(client).values()]


def written(store: Store) -> dict[str, str]:
    """What is written down of each match."""
    with store.reading() as connection:
        rows = connection.execute(sa.select(SETTINGS.c.match, SETTINGS.c.value).where(SUMMARIES)).all()
    return {row[0]: row[1] for row in rows}


def rewrite(store: Store, old: str, new: str) -> None:
    with store.writing() as connection:
        text = sa.func.replace(SETTINGS.c.value, old, new)
        connection.execute(SETTINGS.update().where(SUMMARIES).values(value=text))


def statements(store: Store) -> list[str]:
    """What is read of the matches and written down of them from now on."""
    said: list[str] = []

    def hear(*told: Any) -> None:  # noqa: ANN401 - as SQLAlchemy tells it
        if "entries" in told[2] or "settings" in told[2]:
            said.append(told[2])

    sa.event.listen(store.engine, "before_cursor_execute", hear)
    return said


def test_after_a_restart_the_list_is_one_statement_and_opens_no_match(url: str, ids: list[str], tmp_path: Path) -> None:
    with asking(url, tmp_path) as (_, client):
        first = listed(client)
    assert [*first] == ids
    with asking(url, tmp_path) as (table, client):
        said = statements(table.store)
        assert listed(client) == first
        assert len(said) == 1
        assert not any(table.opened(match, 0) for match in ids)


def test_before_a_camera_no_match_is_opened_but_the_newest_that_goes_on(
    url: str, store: Store, ids: list[str], tmp_path: Path
) -> None:
    Table(store).settle(ids[0], "paused")
    with housed(tmp_path, database=url) as (app, _):
        watch(app, str(ROOT / "samples/teach/lessons/fehu"), None)
        table = app.state.house.table
        assert [bool(table.opened(match, 0)) for match in ids] == [False, True, False, False, False]


def test_a_match_is_told_as_it_was_written_down_until_something_is_played_in_it(
    url: str, store: Store, ids: list[str], tmp_path: Path
) -> None:
    with asking(url, tmp_path) as (_, client):
        assert points(client) == [50] * 5
        rewrite(store, '"points":50', '"points":70')
        assert points(client) == [70] * 5
        store.append(ids[1], [Line(2, HUNDRED, None, now())])
        assert points(client) == [70, 150, 70, 70, 70]
        assert points(client) == [70, 150, 70, 70, 70]
        client.get(f"/api/matches/{ids[2]}").raise_for_status()
        assert points(client) == [70, 150, 50, 70, 70]
        body = {"event": HUNDRED, "after": 1}
        client.post(f"/api/matches/{ids[2]}/events", json=body).raise_for_status()
        assert points(client) == [70, 150, 150, 70, 70]
    with asking(url, tmp_path) as (_, client):
        assert points(client) == [70, 150, 150, 70, 70]


@pytest.mark.parametrize(("old", "new"), [(" 1 ", " 1 of "), ("{", "{{"), ("a", "b"), ('"player"', '"plays"')])
def test_what_other_code_wrote_down_of_a_match_is_written_anew(
    url: str, store: Store, ids: list[str], tmp_path: Path, old: str, new: str
) -> None:
    with asking(url, tmp_path) as (_, client):
        first = listed(client)
        before = written(store)
        assert [*sorted(before)] == sorted(ids)
        rewrite(store, old, new)
        assert written(store) != before
        assert listed(client) == first
    assert written(store) == before


@pytest.mark.parametrize("standing", ["paused", "deleted"])
def test_how_a_match_stands_is_told_as_it_is_set_and_not_as_it_was_written_down(
    url: str, store: Store, ids: list[str], tmp_path: Path, standing: Standing
) -> None:
    with asking(url, tmp_path) as (_, client):
        listed(client)
        rewrite(store, '"points":50', '"points":70')
        Table(store).settle(ids[0], standing)
        found = listed(client, deleted=standing == "deleted")[ids[0]]
        assert (found["standing"], found["totals"][0]["points"]) == (standing, 70)
        assert (ids[0] in listed(client)) == (standing == "paused")
        Table(store).settle(ids[0], "open") if standing == "paused" else Table(store).restore(ids[0])
        assert listed(client)[ids[0]]["standing"] == "open"


def test_a_log_of_other_rules_is_listed_apart_and_taken_home_as_written(
    url: str, store: Store, ids: list[str], tmp_path: Path
) -> None:
    store.append(ids[3], [Line(2, "dance", None, now())])
    for _ in range(2):
        with asking(url, tmp_path) as (_, client):
            assert [*listed(client)] == ids[:3] + ids[4:]
            (strange,) = client.get("/api/matches").json()["unreadable"]
            assert strange["id"] == ids[3]
            heading, _, plays = client.get(f"/api/matches/{ids[3]}/export").text.partition("\n\n")
            assert heading.splitlines()[1] == f"players: {', '.join(strange['players'])}"
            assert plays.splitlines()[1:] == ["dance"]
            for form in ("csv", "json"):
                assert client.get(f"/api/matches/{ids[3]}/export?as={form}").status_code == 409
    assert [match for match, told in written(store).items() if "{" not in told] == [ids[3]], "nor is it tried again"


def test_what_would_take_too_long_comes_with_the_next_answers(store: Store, ids: list[str]) -> None:
    lines = Extracts(Table(store), Setting.SUMMARY, wire.Summary, summary_of)
    for count in range(1, 6):
        found = lines.of(lambda _: True, 0)
        assert ([one.id for one, _ in found.told], found.left) == (ids[:count], 5 - count)


def test_for_the_dice_of_all_matches_none_is_opened_and_none_played_through_twice(
    url: str, ids: list[str], tmp_path: Path
) -> None:
    with asking(url, tmp_path) as (table, client):
        for number, match in enumerate(ids, 1):
            table.write(match, 1, lambda match, number=number: match.play(f"roll {number} 2 3 4 4 6"))
        (first,) = client.get("/api/fairness").json()["sets"]
        assert (first["matches"], first["dice"]) == (5, 30)
    with asking(url, tmp_path) as (table, client):
        said = statements(table.store)
        (again,) = client.get("/api/fairness").json()["sets"]
        assert len([statement for statement in said if "entries.text" in statement]) == 5, "each log is read once"
        said.clear()
        assert client.get("/api/fairness").json()["sets"] == [again] == [first]
        assert not [statement for statement in said if "entries.text" in statement]
        assert not any(table.opened(match, 0) for match in ids)


HELD = {
    "sqlite": "DELETE FROM settings WHERE name = 'nothing'",
    "postgresql": "LOCK TABLE settings IN EXCLUSIVE MODE",
}


def test_where_nothing_can_be_written_down_the_list_is_told_and_made_once(
    url: str, store: Store, ids: list[str], tmp_path: Path
) -> None:
    with asking(url, tmp_path) as (table, client), store.writing() as connection:
        connection.execute(sa.text(HELD[store.engine.dialect.name]))  # others may read, and write in vain
        said = statements(table.store)
        first = listed(client)
        assert [*first] == ids
        said.clear()
        assert listed(client) == first
        assert len(said) == 1
        assert not any(table.opened(match, 0) for match in ids)
    assert not written(store)
