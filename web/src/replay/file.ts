/** The script of a replay that opens from disk: the frames stand beside it. */

import { mount } from "svelte";
import "../app.css";
import Patterns from "../board/Patterns.svelte";
import Player from "./Player.svelte";
import "../state/prefs.svelte.ts";
import type { Replay } from "./reel.ts";

const target = document.getElementById("app");
const data = document.getElementById("replay")?.textContent;
if (!target || !data) throw new Error("There is no replay in this file.");
mount(Patterns, { target });
mount(Player, { target, props: { replay: JSON.parse(data) as Replay } });
