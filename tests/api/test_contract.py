"""The whole API keeps to its own description: no fault, no status that is not described, whatever one sends."""

import os

import httpx
import pytest
import schemathesis
from hypothesis import given, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import positive_data_acceptance

from api.problem import MEDIA

TRIES = int(os.environ.get("CROUPIER_TRIES", "8"))  # of each operation; `make contract` tries more


def test_the_api_keeps_to_its_description(house: str, subtests: pytest.Subtests) -> None:
    described = schemathesis.openapi.from_url(f"{house}/openapi.json").exclude(path_regex="/stream$")  # it never ends
    for found in described.get_all_operations():
        operation = found.ok()

        @settings(max_examples=TRIES)
        @given(case=operation.as_strategy())
        def keeps(case: Case) -> None:
            case.call_and_validate(timeout=30, excluded_checks=[positive_data_acceptance])  # the rules refuse much

        with subtests.test(operation.label):
            keeps()


def test_every_refusal_is_described_as_a_problem(client: httpx.Client) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    for path, operations in paths.items():
        for operation in operations.values():
            assert operation["description"], path
            refusals = {status: answer for status, answer in operation["responses"].items() if status >= "400"}
            assert {"400", "401", "403", "421", "422", "503"} <= refusals.keys(), path
            assert all([*answer["content"]] == [MEDIA] for answer in refusals.values()), path


def test_the_stream_is_described(client: httpx.Client) -> None:
    answers = client.get("/openapi.json").json()["paths"]["/api/matches/{match_id}/stream"]["get"]["responses"]
    told = answers["200"]["content"]
    assert [*told] == ["text/event-stream"]
    assert len(told["text/event-stream"]["schema"]["anyOf"]) == 7
