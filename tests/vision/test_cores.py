"""Two cores share the work, and nobody notices but by the clock."""

import threading

import pytest

from vision.cores import spread

LONG = 20.0  # seconds after which what should have happened has not


def test_answers_come_in_the_order_of_the_questions() -> None:
    assert spread(lambda number: number * number, range(200)) == [number * number for number in range(200)]
    assert spread(len, [[1]]) == [1]
    assert spread(len, []) == []


def test_two_pieces_of_work_are_done_at_once() -> None:
    meeting = threading.Barrier(2)
    assert sorted(spread(lambda _: meeting.wait(LONG), range(2))) == [0, 1], "each waits for the other"


def test_nobody_waits_for_a_second_core_that_is_busy() -> None:
    begun, over = threading.Barrier(3), threading.Event()
    in_time: list[bool] = []

    def occupy(_: int) -> None:
        begun.wait(LONG)
        in_time.append(over.wait(LONG))

    other = threading.Thread(target=spread, args=(occupy, range(2)))
    other.start()
    begun.wait(LONG)
    assert spread(len, ["a", "few", "words"]) == [1, 3, 5]
    over.set()
    other.join(LONG)
    assert in_time == [True, True], "both cores were busy until then"


def test_work_that_is_shared_may_share_its_own() -> None:
    assert spread(lambda words: sum(spread(len, words)), [["a", "few"], ["words"], []]) == [4, 5, 0]


@pytest.mark.parametrize("bad", [0, 1])
def test_what_goes_wrong_on_either_core_is_heard_of(bad: int) -> None:
    meeting = threading.Barrier(2)

    def divided(by: int) -> float:
        meeting.wait(LONG)  # one of them is on either core
        return 1 / by

    with pytest.raises(ZeroDivisionError):
        spread(divided, [int(n != bad) for n in range(2)])
    assert spread(len, ["fine"] * 3) == [4, 4, 4], "and nothing is left over"
