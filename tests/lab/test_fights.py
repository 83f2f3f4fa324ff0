"""The lab's fights: the same seed gives the same figures, changes do what they say, nonsense is refused early."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from fracas.engine.content import ContentErrors
from fracas.engine.errors import Invalid
from fracas.engine.registry import ruleset_ids
from fracas.engine.saved import load_game
from fracas.lab import running
from fracas.lab.comparing import Effect, compare, effects
from fracas.lab.crew import Forks
from fracas.lab.doctoring import Practice, Wish, doctored, edits_of, sensible
from fracas.lab.fights import SURROUNDINGS, Fight, fight, fight_from_json, outcome
from fracas.lab.figures import Figures, median
from fracas.lab.intervals import Sprt
from fracas.lab.rating import ratings
from fracas.lab.recording import record
from fracas.lab.report import (
    comparison_of,
    means_words,
    never_words,
    option_row,
    options_of,
    passing_table,
    plural,
    report_of,
)
from fracas.lab.running import ALONE, BATCH, Exactly, Keeper, Within, run
from fracas.lab.setups import Setup, read_setup
from fracas.lab.sweeping import Sweep, read_sweep, swept
from fracas.session.scenarios import find_scenario

DUEL = "crisis_mode/first-duel"


def easy(spec: str = DUEL) -> Setup:
    return read_setup(spec, bots="easy")


def first_of(id: str) -> Setup:
    ruleset, scenario = find_scenario(f"{id}/")
    return easy(f"{ruleset.id}/{scenario}")


@pytest.mark.parametrize("id", ruleset_ids())
def test_a_fight_is_the_same_again_and_as_a_recorded_game(id: str) -> None:
    setup = first_of(id)
    found = fight(setup, "again", 3)
    assert fight(setup, "again", 3).to_json() == found.to_json()
    assert fight_from_json(found.to_json()).to_json() == found.to_json()
    game = record(setup, "again", 3)
    assert outcome(game.state) == found.result
    assert load_game(setup.ruleset, game.save()).state.to_json() == game.state.to_json()


@pytest.mark.parametrize("id", ruleset_ids())
def test_harm_to_heroes_is_the_work_of_foes(id: str) -> None:
    """Also where foes go by cards, in a step that nobody commands."""
    setup = first_of(id)
    sides = {who: one.side for who, one in setup.start("whose", 0).combatants.items()}
    by: Counter[str] = Counter()
    for number in range(4):
        for key, amount in fight(setup, "whose", number).harm.items():
            who, means, victim = key.split("|")
            assert means_words(setup, means)
            if sides.get(victim) == "heroes":
                by[sides.get(who, who)] += amount
    assert by["foes"] > by[SURROUNDINGS], by


def test_workers_change_no_figure(tmp_path: Path) -> None:
    alone = run(easy(), "w", Exactly(), 50)
    assert run(easy(), "w", Exactly(), 50, Forks(2), tmp_path).to_json() == alone.to_json()
    assert alone.fights == 50
    assert sum(alone.results.values()) == 50


def test_interrupted_work_goes_on(tmp_path: Path) -> None:
    """A file cut off in the middle of a batch keeps the whole ones before it."""
    whole = run(easy(), "k", Exactly(), 3 * BATCH, ALONE, tmp_path).to_json()
    [path] = tmp_path.iterdir()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]) + lines[2][:40])
    assert len(Keeper(tmp_path, easy(), "k").kept) == 2
    assert run(easy(), "k", Exactly(), 3 * BATCH, ALONE, tmp_path).to_json() == whole
    assert path.read_bytes() == b"".join(lines)


def test_another_setup_shares_nothing(tmp_path: Path) -> None:
    run(easy(), "k", Exactly(), 1, ALONE, tmp_path)
    assert not Keeper(tmp_path, easy(DUEL + ",order=re-sort"), "k").kept
    assert not Keeper(tmp_path, easy(), "other").kept


def test_it_stops_once_enough_is_known() -> None:
    found = run(easy(), "s", Within(25), 10_000)
    assert found.wins("heroes").half * 100 <= 25
    assert found.fights < 200


def test_changes_of_people() -> None:
    plan = easy("crisis_mode/party-against-band").plan
    more = easy("crisis_mode/party-against-band,marsh-gnasher=+2").plan
    assert len(more.entries) == len(plan.entries) + 2
    assert len({one.at for one in more.entries}) == len(more.entries)
    fewer = easy("crisis_mode/party-against-band,marsh-gnasher=0").plan
    assert [one.kind for one in fewer.entries].count("marsh-gnasher") == 0
    other = easy("crisis_mode/party-against-band,marsh-gnasher=gaunt-wolf").plan
    assert [one.kind for one in other.entries].count("gaunt-wolf") == 2
    assert len(easy("crisis_mode/party-against-band").plan.entries) == len(plan.entries)
    joined = easy("crisis_mode/party-against-band,screech-bat=2").plan
    assert [one.side for one in joined.entries if one.kind == "screech-bat"] == ["foes", "foes"]


def test_changes_of_values_and_bots() -> None:
    setup = easy("crisis_mode/party-against-band,gaunt-wolf.brawn=+1,heroes=fair,order=re-sort")
    usual = easy("crisis_mode/party-against-band")
    kind = "gaunt-wolf"
    before, after = (one.ruleset.content.tables["creature"][kind] for one in (usual, setup))
    assert isinstance(before, dict)
    assert after == {**before, "brawn": before["brawn"] + 1}
    assert setup.bot_of("heroes") == "fair"
    assert setup.bot_of("foes") == "easy"
    assert setup.start("1", 0).options.values["order"] == "re-sort"
    assert setup.key != usual.key


@pytest.mark.parametrize(
    "spec",
    [
        "nowhere",
        DUEL + ",order",
        DUEL + ",order=sideways",
        DUEL + ",heroes=brilliant",
        DUEL + ",nobody=3",
        DUEL + ",marsh-gnasher=0",
        DUEL + ",marsh-gnasher=-1",
        DUEL + ",marsh-gnasher=gaunt-wolf",
        "crisis_mode/party-against-band,marsh-gnasher=-9",
        "crisis_mode/party-against-band,marsh-gnasher=1000",
        "crisis_mode/party-against-band,gaunt-wolf.nothing.more=1",
        ",order=re-sort",
    ],
)
def test_nonsense_is_refused(spec: str) -> None:
    with pytest.raises(Invalid):
        read_setup(spec, bots="easy")


def test_a_side_with_the_name_of_an_option_tells_of_both() -> None:
    """In CAP Check *foes* are a side and an option."""
    assert read_setup("cap_check/lamp-room,foes=free").options == {"foes": "free"}
    assert read_setup("cap_check/lamp-room,foes=easy").bots == {"foes": "easy"}
    with pytest.raises(Invalid, match="easy .* or for the option of this name cards or free"):
        read_setup("cap_check/lamp-room,foes=maybe")


def test_values_the_content_refuses_are_refused() -> None:
    with pytest.raises(ContentErrors):
        easy("crisis_mode/party-against-band,gaunt-wolf.brawn=9000")


def test_pairs_with_the_same_seeds() -> None:
    """Against itself nothing differs; a stronger foe is noticed, and the test stops early."""
    same = compare(easy(), easy(), "p", 40)
    assert same.pairs.squares == 0
    harder = read_setup(",foes=fair,heroes=random", like=easy(), bots="easy")
    found = compare(easy(), harder, "p", 2000, 0, Sprt(-0.3, 0.0), Forks(2))
    assert found.verdict == "low"
    assert found.pairs.count < 2000
    assert "Decided" in comparison_of(found, "p")


def test_effects_of_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "BATCH", 1)
    setup = easy()
    found = effects(setup, "o", 1, ALONE, None, None)
    tried = {(one.option, one.value) for one in found}
    assert tried == {(o.name, v) for o in setup.ruleset.options for v in o.choices if v != o.default}
    weights = [one.weight for one in found]
    assert weights == sorted(weights, reverse=True)
    assert found[0].option in options_of(setup, found, "o")


def test_an_option_without_any_effect_says_so_instead_of_an_interval_of_nothing() -> None:
    """`mana-recovery` matters where there is magic; the duel has none."""
    found = compare(easy(), read_setup(",mana-recovery=fast", like=easy(), bots="easy"), "p", 40)
    _, wins, rounds, says = option_row(Effect("mana-recovery", "fast", "slow", found))
    assert wins.startswith("+0.0 (-")
    assert (rounds, says) == ("no difference", "no difference in 40 fights")


def test_one_pair_of_fights_has_no_interval_of_rounds() -> None:
    found = compare(easy(), read_setup(",heroes=random", like=easy(), bots="easy"), "p", 1)
    assert "inf" not in option_row(Effect("heroes", "random", "easy", found))[2]


def test_a_sweep_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "grid.toml"
    asked = f'scenario = "{DUEL}"\nfights = 3\nbots = "easy"\n[change]\norder = ["fixed", "re-sort"]\n'
    file.write_text(asked + 'heroes = ["easy", "random"]\n')
    rows = swept(read_sweep(file), "g", ALONE, tmp_path / "kept", None)
    assert [cell for cell, _ in rows] == Sweep(DUEL, 3, "", read_sweep(file).changes).cells()
    assert [figures.fights for _, figures in rows] == [3, 3, 3, 3]


@pytest.mark.parametrize(
    "text",
    [
        "",
        'scenario = 3\n[change]\norder = ["fixed"]',
        f'scenario = "{DUEL}"',
        f'scenario = "{DUEL}"\n[change]\norder = "fixed"',
        f'scenario = "{DUEL}"\nfights = 0\n[change]\norder = ["fixed"]',
        f'scenario = "{DUEL}"\nfihgts = 3\n[change]\norder = ["fixed"]',
        f'scenario = "{DUEL}"\n[change]\na = [{",".join(["1"] * 1000)}]\nb = [{",".join(["1"] * 1000)}]',
    ],
)
def test_a_bad_sweep_is_refused_before_the_first_fight(text: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(Invalid):
        read_sweep(file)


def test_a_value_that_does_not_exist_stops_a_sweep_before_it_begins(tmp_path: Path) -> None:
    sweep = Sweep(DUEL, 1000, "easy", {"order": ["fixed", "sideways"]})
    with pytest.raises(Invalid):
        swept(sweep, "g", ALONE, tmp_path, None)
    assert not list(tmp_path.iterdir())


def test_the_doctor_confirms_on_fresh_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "BATCH", 5)
    setup = easy("crisis_mode/party-against-band")
    kinds = {one.partition("=")[0] for one in edits_of(setup)}
    assert {"marsh-gnasher", "marsh-hexer", "bristle-brute.brawn", "screech-bat"} <= kinds
    weaker = ["marsh-slinger=-1", "bristle-brute=marsh-gnasher", "gaunt-wolf.brawn=+900"]
    before, found = doctored(setup, Wish(1.0, None, None), Practice("d", 5, ALONE, None), 1, weaker)
    assert before.fights == 5
    assert [remedy.figures.fights for remedy in found] == [20]
    assert found[0].changes[0] in weaker[:2]


def test_the_doctor_sees_where_an_edit_leads_though_the_heroes_always_win() -> None:
    """Two fights, both won: the one that costs more health is nearer to a wish for fewer wins."""
    hurt, unhurt = (Figures(easy()) for _ in range(2))
    for figures, left in ((hurt, 1), (unhurt, 9)):
        one = Fight(0)
        one.result, one.left = "heroes", {id: {"hp": left} for id in figures.people}
        figures.add(one)
    wish = Wish(0.7, None, None)
    assert wish.distance(hurt) < wish.distance(unhurt)


def test_the_doctor_adds_nobody_where_the_heroes_win_too_seldom() -> None:
    figures = Figures(easy())
    edits = ["wen=+1", "wen=-1", "wen=brisk", "wen.brawn=+1"]
    assert sensible(edits, Wish(0.5, None, None), figures) == ["wen=-1", "wen=brisk", "wen.brawn=+1"]
    assert sensible(edits, Wish(None, 5, None), figures) == edits


@pytest.mark.parametrize(
    "wish", [Wish(None, None, None), Wish(1.5, None, None), Wish(0.5, 0, None), Wish(0.5, None, 9), Wish(0.9, None, 1)]
)
def test_a_wish_nobody_can_fulfil_is_refused(wish: Wish) -> None:
    with pytest.raises(Invalid):
        doctored(easy(), wish, Practice("d", 20, ALONE, None), 1)


def test_ratings_follow_from_results() -> None:
    """Equal results, equal ratings; ten to one is worth about 400 points."""
    even = ratings(["a", "b"], {("a", "b"): 500.0}, 1000)
    assert [round(one.rating) for one in even] == [1000, 1000]
    found = ratings(["a", "b"], {("a", "b"): 10_000 * 10 / 11}, 10_000)
    assert found[0].name == "a"
    assert found[0].rating - found[1].rating == pytest.approx(400, abs=2)


def test_the_report_says_from_how_many_fights() -> None:
    figures = run(easy(), "r", Exactly(), 20)
    page = report_of(figures, "r", {})
    assert "From 20 fights" in page
    assert "<script" not in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_kinds_of_things_have_their_plurals() -> None:
    assert [plural(kind) for kind in ("ability", "hex", "item")] == ["abilities", "hexes", "items"]


def test_the_report_sorts_what_was_never_used_by_kind_and_has_a_table_of_what_is_left_on_passing() -> None:
    figures = run(easy(), "r", Exactly(), 20)
    heads, rows = passing_table(figures)
    assert heads == ["", "Action Points", "Mana Points"]
    assert [row[0] for row in rows] == [one.name for one in figures.people.values() if one.passes]
    never = never_words(figures)
    assert never.startswith("Actions: ")
    assert never.count(" Items: ") == 1 and "(item)" not in never
    assert "<table" in report_of(figures, "r", {}).split("Left over on passing")[1]


def test_never_used_is_what_people_could_have_used() -> None:
    figures = run(easy(), "r", Exactly(), 20)
    ruleset = figures.setup.ruleset
    never = {piece.partition(":")[2] for piece in figures.never_used() if piece.startswith("action:")}
    assert never and not never & {action.verb for action in ruleset.gm_actions}
    assert "door" in ruleset.actions and "door" not in never  # the stable yard has none
    assert "more" not in never_words(figures)
    assert never_words(figures, 1).startswith("Actions: ") and " more." in never_words(figures, 1)


def test_the_middle_of_what_was_counted() -> None:
    assert [median(Counter(found)) for found in ([], [3], [1, 2, 9], [1, 2, 3, 4])] == [0, 3, 2, 2]
