"""What the sections of the rules define: actions in the order in which the table offers them, steps and events."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import PASS, Action, Step
from fracas.rulesets.crisis_3d6 import (
    action_points,
    aim_and_overwatch,
    attack,
    cover,
    damage,
    doors,
    ending,
    gear,
    healing,
    hiding,
    movement,
    setup,
    tasks,
    turn_order,
)

ACTIONS: Final[list[Action]] = [
    attack.Attack("attack", "Attack", "8.1", "target thing?", keeps_aim=True, number=True),
    attack.Brute("brute", "Brute", "8.13", "target thing?", keeps_aim=True, number=True),
    movement.Walk("move", "Move", "5.1", "path"),
    movement.Walk("sneak", "Sneak", "5.3", "path", idle=True),
    aim_and_overwatch.Aim("aim", "Take Aim", "7.1", points=2, idle=True, keeps_aim=True),
    aim_and_overwatch.Overwatch(
        "overwatch", "Overwatch", "7.6", takes="ends the turn", idle=True, keeps_aim=True, triggers=False
    ),
    hiding.Hide("hide", "Hide", "6.1", points=3, idle=True),
    cover.TakeCover("take-cover", "Take cover", "10.9", points=1, idle=True),
    movement.GoProne("go-prone", "Go prone", "5.9", "thing", points=1, idle=True),
    movement.StandUp("stand-up", "Stand Up", "5.12", points=2),
    doors.Door("door", "Door", "5.15", "thing square", respite=True),
    gear.Draw("draw", "Draw", "13.2", "thing", idle=True, respite=True),
    gear.Reload("reload", "Reload", "13.4", respite=True),
    gear.Use("use", "Use Item", "13.7", "thing target?", respite=True),
    healing.Rally("rally", "Rally", "14.14", points=2, reveals=True),
    damage.FirstAid("first-aid", "First Aid", "11.13", "target", points=2, respite=True),
    tasks.Check("check", "Check", "1.2", "thing", points=2, idle=True, respite=True, number=True),
    tasks.Contest("contest", "Contest", "1.12", "target thing", points=2, idle=True, respite=True, reveals=True),
    action_points.Shout(
        "shout", "Shout", "4.8", "thing?", idle=True, worded=True, respite=True, reveals=True, aside=True
    ),
    tasks.Task("task", "Task without a check", "1.15", "thing?", idle=True, respite=True, number=True),
    healing.Break("break", "Take a break", "15.3", takes="10 minutes"),
    healing.Rest("rest", "Rest for a day", "15.5", takes="a day"),
    healing.March("march", "March instead of resting", "15.12", takes="free", idle=True),
    healing.Treat("treat", "Treat", "15.6", "target", takes="free"),
    healing.GoOn("go-on", "Go on", "15.9", takes="free"),
    healing.Finish("finish", "Finish", "15.10", takes="free"),
    turn_order.Pass(PASS, "End the turn", "3.5", takes="free", idle=True, aside=True),
    aim_and_overwatch.React("react", "Overwatch attack", "7.8", "target thing?", aim_and_overwatch.WINDOW, number=True),
]
STEPS: Final[list[Step]] = [
    setup.SetUp("set-up", "Set-up", "2.1"),
    setup.Muster("muster", "Muster", "15.9"),
    turn_order.Next("next", "Next turn", "3.6"),
    turn_order.Join("join", "Newcomers", "3.8"),
    ending.LastSide("last-side", "One side left", "16.1"),
    ending.Regroup("regroup", "Regroup", "15.1"),
    ending.Wither("wither", "Nothing left to live on", "14.1"),
]
