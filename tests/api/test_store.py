"""The store: what was acknowledged is there again after reopening, and nothing is ever written over."""

import threading
from pathlib import Path

import pytest
import sqlalchemy as sa

from api.store import Heading, Store, StoreError, TakenError, now
from api.table import MissingError, StaleError, Table, UnreadableError
from scoring.dice import RuleError


def opened(folder: Path) -> Table:
    return Table(Store(f"sqlite:///{folder / 'croupier.db'}"))


def test_a_match_survives_reopening(tmp_path: Path) -> None:
    table = opened(tmp_path)
    sheet = table.begin("jack-stone", ["Ann", "Bob"], {"keep_rule": "any"})
    table.write(sheet.id, 0, lambda match: match.play("roll 1 3 3 4 4 6"), picture="a" * 24)
    table.write(sheet.id, 1, lambda match: match.play("keep 1"))
    before = table.write(sheet.id, 2, lambda match: match.undo())
    table.store.close()
    after = opened(tmp_path).sheet(sheet.id)
    assert after == before
    assert [line.text for line in after.lines] == ["roll 1 3 3 4 4 6", "keep 1", "undo"]
    assert after.lines[0].picture == "a" * 24


def test_two_tables_share_one_database(tmp_path: Path) -> None:
    here, there = opened(tmp_path), opened(tmp_path)
    sheet = here.begin("jack-stone", ["Ann", "Bob"], {})
    there.write(sheet.id, 0, lambda match: match.play("roll 1 3 3 4 4 6"))
    assert here.sheet(sheet.id).seq == 1
    with pytest.raises(StaleError) as stale:
        here.write(sheet.id, 0, lambda match: match.play("roll 2 3 3 4 4 6"))
    assert stale.value.sheet.seq == 1


def test_of_many_writers_at_once_each_entry_has_one(tmp_path: Path) -> None:
    tables = [opened(tmp_path) for _ in range(4)]
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
    stands = opened(tmp_path).sheet(sheet.id)
    assert sorted(won) == list(range(len(won)))
    assert stands.match.view.totals == (("Ann", 50 * len(won)),)


def test_an_entry_is_never_written_over(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'croupier.db'}")
    store.begin(Heading("m", "jack-stone", ("Ann",), {}, "pips", demo=False, begun=now()))
    store.append("m", 1, ["roll 1 3 3 4 4 6"])
    with pytest.raises(TakenError):
        store.append("m", 1, ["roll 2 3 3 4 4 6"])
    assert [line.text for line in store.lines("m")] == ["roll 1 3 3 4 4 6"]


def test_a_refused_play_leaves_no_trace(tmp_path: Path) -> None:
    table = opened(tmp_path)
    sheet = table.begin("jack-stone", ["Ann"], {})
    with pytest.raises(RuleError):
        table.write(sheet.id, 0, lambda match: match.play("bank"))
    assert table.sheet(sheet.id) == sheet


def test_sqlite_is_opened_with_care(tmp_path: Path) -> None:
    store = opened(tmp_path).store
    with store._engine.connect() as connection:  # noqa: SLF001 - the pragmas show nowhere else
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2


def test_a_log_of_other_rules_is_named_and_hurts_no_other_match(tmp_path: Path) -> None:
    table = opened(tmp_path)
    good, bad = table.begin("jack-stone", ["Ann"], {}), table.begin("jack-stone", ["Bob"], {})
    table.store.append(bad.id, 1, ["dance"])
    with pytest.raises(UnreadableError):
        table.sheet(bad.id)
    assert [sheet.id for sheet in table.sheets()] == [good.id]


def test_an_unknown_match_is_missing(tmp_path: Path) -> None:
    with pytest.raises(MissingError):
        opened(tmp_path).sheet("nothere")


@pytest.mark.parametrize(
    "url", ["sqlite:////nowhere/at/all.db", "nonsense", "postgresql://localhost:1/x", "martian://x"]
)
def test_a_database_that_cannot_be_opened_is_told_in_a_sentence(url: str) -> None:
    with pytest.raises(StoreError, match=r"^The database cannot be opened .*--database\.$"):
        Store(url)
