"""Declared ids: what is cut, renamed and kept by each ending of a path, and how an undeclared id is found."""

from __future__ import annotations

import pytest

from fracas.engine.ids import Recast, ids_in, strays

Data = dict[str, object]
NAMES = {"gob-3": "gob-1"}
UNSEEN = ["lurker"]


def cut(data: Data, *paths: str) -> Data:
    return Recast(NAMES, UNSEEN).of(data, paths)


def test_an_id_is_renamed_and_one_unseen_is_blanked() -> None:
    data: Data = {"who": "gob-3", "target": "lurker", "by": "kara"}
    assert cut(data, "who", "target", "by") == {"who": "gob-1", "target": "", "by": "kara"}


def test_nothing_is_touched_where_nothing_is_declared() -> None:
    data: Data = {"who": "gob-3", "target": "lurker"}
    assert cut(data, "who") == {"who": "gob-1", "target": "lurker"}


def test_data_is_the_same_object_where_nothing_changes_and_never_changed_itself() -> None:
    data: Data = {"who": "kara", "order": [{"who": ["kara"]}]}
    assert cut(data, "who", "order.*.who!") is data
    other: Data = {"order": [{"who": ["lurker", "gob-3"]}]}
    cut(other, "order.*.who!")
    assert other == {"order": [{"who": ["lurker", "gob-3"]}]}


@pytest.mark.parametrize(
    ("path", "left"),
    [
        ("targets", ["kara", "gob-1"]),
        ("targets=", ["kara", "", "gob-1"]),
        ("targets!!", []),
    ],
)
def test_a_list_of_ids(path: str, left: list[str]) -> None:
    assert cut({"targets": ["kara", "lurker", "gob-3"]}, path) == {"targets": left}


@pytest.mark.parametrize(
    ("path", "left"),
    [
        ("groups.*", [["kara"], ["gob-1"], []]),
        ("groups.*=", [["kara"], ["gob-1", ""], [""]]),
        ("groups.*!", [["kara"], ["gob-1"]]),
        ("groups.*!!", [["kara"]]),
    ],
)
def test_lists_of_ids_in_a_list(path: str, left: list[list[str]]) -> None:
    assert cut({"groups": [["kara"], ["gob-3", "lurker"], ["lurker"]]}, path) == {"groups": left}


@pytest.mark.parametrize(("path", "left"), [("order.*.who!", 2), ("order.*.who!!", 1), ("order.*.who", 3)])
def test_items_around_ids(path: str, left: int) -> None:
    order = [{"who": ["kara"]}, {"who": ["kara", "lurker"]}, {"who": ["lurker"]}]
    found = cut({"order": order}, path)["order"]
    assert isinstance(found, list) and len(found) == left and "lurker" not in str(found)


def test_a_number_is_a_place_in_a_list() -> None:
    data: Data = {"strike": ["kara", "lurker", "sword"], "short": ["kara"]}
    assert cut(data, "strike.1", "short.1") == {"strike": ["kara", "", "sword"], "short": ["kara"]}
    assert cut(data, "strike.1!!") == {"strike": [], "short": ["kara"]}


def test_what_stands_beside_goes_with_it() -> None:
    assert cut({"who": "lurker", "by": "blaze"}, "who~by") == {"who": "", "by": ""}
    assert cut({"who": "gob-3", "by": "blaze"}, "who~by") == {"who": "gob-1", "by": "blaze"}
    laid: Data = {"laid": [[4, "fog", "lurker", "blaze"], [5, "fog", "kara", "blaze"]]}
    assert cut(laid, "laid.*.2~3") == {"laid": [[4, "fog", "", ""], [5, "fog", "kara", "blaze"]]}


def test_keys_are_renamed_and_cut() -> None:
    assert cut({"seen": {"gob-3": 1, "lurker": 2, "kara": 3}}, "seen.%") == {"seen": {"gob-1": 1, "kara": 3}}


def test_paths_lead_through_tables_and_lists() -> None:
    data: Data = {"triggers": [[0, {"about": ["lurker"]}, [["lurker"], ["kara"]]]]}
    found = cut(data, "triggers.*.1.about", "triggers.*.2.*.0!")
    assert found == {"triggers": [[0, {"about": []}, [["kara"]]]]}


def test_the_places_that_are_left_are_remembered() -> None:
    cast = Recast({}, UNSEEN)
    cast.of(
        {"order": [{"who": ["lurker"]}, {"who": ["kara"]}, {"who": ["lurker"]}, {"who": ["tom"]}]}, ["order.*.who!"]
    )
    assert cast.kept == {"order": [1, 3]} and cast.differs


def test_the_places_that_are_left_are_counted_from_the_whole_list_also_after_a_second_path() -> None:
    cast = Recast({}, ["ghost"])
    cast.of({"order": [{"who": ["ghost"], "by": ""}, {"who": ["orc"], "by": "ghost"}]}, ["order.*.who!", "order.*.by"])
    assert cast.kept == {"order": [1]}


def test_every_id_of_the_declared_fields_is_listed_once() -> None:
    data: Data = {
        "who": "kara",
        "targets": ["tom", "kara"],
        "seen": {"ugg": 1},
        "why": "tom",
        "order": [{"who": ["zed"]}],
    }
    assert ids_in(data, ["who", "targets=", "seen.%", "order.*.who!"]) == ["kara", "tom", "ugg", "zed"]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ({"who": "zq-kara", "targets": ["zq-tom"], "order": [["zq-tom"]], "seen": {"zq-ugg": 1}}, []),
        ({"why": "zq-kara"}, ["why: zq-kara"]),
        ({"who": "hit by zq-kara"}, ["who: hit by zq-kara"]),
        ({"who": "zq-kara,zq-tom"}, ["who: zq-kara,zq-tom"]),
        ({"who": "zq-karazq-tom"}, ["who: zq-karazq-tom"]),
        ({"order": [["kara", ["zq-tom"]]]}, ["order.0.1.0: zq-tom"]),
        ({"marks": {"zq-kara": 1}}, ["marks.%: zq-kara"]),
        ({"seen": {"zq-kara|cut": 1}}, ["seen.%: zq-kara|cut"]),
        ({"deep": {"command": '{"who":"zq-kara"}'}}, ['deep.command: {"who":"zq-kara"}']),
    ],
)
def test_an_id_nothing_declares_is_a_stray(data: Data, found: list[str]) -> None:
    assert strays(data, ["who", "targets", "order.*", "seen.%"], ["zq-"]) == found
