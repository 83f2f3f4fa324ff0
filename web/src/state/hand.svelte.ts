/** Quick hands at a table: the attack a click means, numbers that stay, several told at once, the last command again. */

import { GM, sameCommand, type Chance, type Command, type Errand, type Pick, type Preview } from "../protocol.ts";
import { hotbar, Numbers, strikesOf, type Shortcut, type Strike } from "./choosing.ts";
import type { TableState } from "./table.svelte.ts";

/** How often odds are asked for that are still being worked out, and the pause between. */
export const MOST_TRIES = 12;
export const ODDS_PAUSE = 500;
const MOST_WEIGHED = 40;

export class Hand {
  /** Those who are told the same: moved together, sent at somebody together. */
  group = $state.raw<string[]>([]);
  /** Whom the group is to attack, once somebody says yes. */
  prey = $state("");
  /** The action in hand came from a click on a foe: another foe means the attack that suits it best. */
  struck = $state(false);
  /** Why the one who was clicked cannot be attacked now. */
  why = $state("");
  last = $state.raw<Command | null>(null);
  /** The card stays with this one, whoever is in turn. */
  pinned = $state(false);
  chances = $state.raw<Map<string, Chance>>(new Map());
  /** Whoever aims wants the best odds on top. */
  sorted = $state(false);
  private numbers = new Numbers();
  private weighed = "";

  constructor(private table: TableState) {}

  shortcuts = $derived.by<Shortcut[]>(() => hotbar(this.table.offers));
  numbered = $derived.by<Map<string, number>>(
    () => new Map(this.numbers.of(`${this.table.turnMark()}|${this.table.actor}`, this.shortcuts)),
  );

  /** What can be aimed at with the action in hand; whom it can be done to stands first. */
  listed = $derived.by<Pick[]>(() => {
    const table = this.table;
    if (!table.offer || table.offer.walks) return [];
    return table.picks
      .filter((pick) => pick.command.targets.length || !pick.command.squares.length)
      .toSorted((a, b) => Number(a.blocked.length > 0) - Number(b.blocked.length > 0));
  });

  choose(shortcut: Shortcut): void {
    this.struck = false;
    this.table.choose(shortcut.offer.verb, shortcut.card?.thing);
  }

  /** The action with this number, if it can be done now. */
  chooseNumber(number: number): boolean {
    const shortcut = this.shortcuts.find((one) => this.numbered.get(one.id) === number);
    if (shortcut) this.choose(shortcut);
    return !!shortcut;
  }

  /** The target with this number, in the order of the list. */
  aimNumber(number: number): boolean {
    const odds = (pick: Pick) => this.chances.get(pick.text)?.likely?.ppm ?? -1;
    const listed = this.sorted ? this.listed.toSorted((a, b) => odds(b) - odds(a)) : this.listed;
    const pick = listed[number - 1];
    if (!pick || pick.blocked.length) return false;
    void this.table.propose(pick.command, pick.label);
    return true;
  }

  /** Every way in which the one to act could hurt somebody. */
  strikes(who: string): Strike[] {
    const table = this.table;
    if (!who || who === table.actor || !table.combatant(table.actor)) return [];
    return strikesOf(table.offers, who);
  }

  /** Bring up the usual attack against whoever was clicked; false where there is none. */
  strike(who: string): boolean {
    const [best] = this.strikes(who);
    const table = this.table;
    this.why = "";
    if (!best) return false;
    // An offer that is shut only because every target is lists their reasons together: this one's own come first.
    const reason = best.pick.blocked[0] ?? best.offer.blocked[0];
    if (reason) {
      this.why = `No attack on ${table.name(who)} now: ${reason.text}.`;
      return false;
    }
    table.wanted = table.actor;
    table.selected = who;
    this.take(best);
    return true;
  }

  take(strike: Strike): void {
    const { table } = this;
    table.verb = strike.offer.verb;
    table.thing = strike.pick.command.thing;
    this.struck = true;
    void table.propose(strike.pick.command, strike.pick.label);
  }

  /** The same again with whoever is to act now. */
  repeat(): boolean {
    const { table, last } = this;
    if (!last || !table.actor) return false;
    const wanted = { ...last, who: table.actor };
    for (const offer of table.offers) {
      const pick = offer.picks.find((one) => sameCommand(one.command, wanted) && !one.blocked.length);
      if (pick) {
        table.verb = offer.verb;
        table.thing = pick.command.thing;
        void table.propose(pick.command, pick.label);
        return true;
      }
    }
    this.why = `${table.name(table.actor)} cannot do that again now.`;
    return true;
  }

  /** The next one to act with; where only one may act, the next in the order to look at. */
  nextFoe(): void {
    const table = this.table;
    const rows = table.view?.rail.rows.filter((row) => !row.down).map((row) => row.who) ?? [];
    const own = rows.filter((who) => !table.isGm || table.combatant(who)?.seat === GM);
    const able = own.filter((who) => table.actors.includes(who));
    const list = able.length > 1 ? able : own;
    const next = list[(list.indexOf(able.length > 1 ? table.actor : table.shown) + 1) % list.length];
    if (!next) return;
    if (able.includes(next)) table.actWith(next);
    else table.selected = next;
  }

  /** Ask for the chances of what is listed; those known for this moment are not asked for again. */
  async weigh(picks: Pick[]): Promise<void> {
    const { table } = this;
    const open = picks.filter((pick) => !pick.blocked.length && pick.command.targets.length).slice(0, MOST_WEIGHED);
    const key = `${table.view?.last}|${open.map((pick) => pick.text).join("|")}`;
    if (!open.length || key === this.weighed) return;
    this.weighed = key;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const reply = await table.ask({ type: "chances", commands: open.map((pick) => pick.command) });
      if (this.weighed !== key || reply.type !== "chances") return;
      const found = reply.chances as Chance[];
      this.chances = new Map(open.flatMap((pick, index) => (found[index] ? [[pick.text, found[index]]] : [])));
      if (reply.thinking !== true) return;
      await new Promise((resolve) => setTimeout(resolve, ODDS_PAUSE));
      if (this.weighed !== key) return;
    }
  }

  // ------------------------------------------------------------ several at once

  toggle(who: string): void {
    this.group = this.group.includes(who) ? this.group.filter((one) => one !== who) : [...this.group, who];
    this.prey = "";
  }

  /** All of one's own who stand on the same side as the one to act. */
  gatherSide(): void {
    const { table } = this;
    const seat = (who: string) => table.combatant(who)?.seat;
    const one = table.combatant(table.actor);
    const side = one && (!table.isGm || one.seat === GM) ? one.side : undefined;
    const own = table.combatants.filter((each) => !each.down && !each.out && (!table.isGm || seat(each.id) === GM));
    const first = side ?? own[0]?.side;
    this.gather(own.filter((each) => each.side === first && table.mine.includes(each.id)).map((each) => each.id));
  }

  gather(whos: string[]): void {
    this.group = whos;
    this.prey = "";
    this.table.cancel();
  }

  /** Told errands, which the table does one after the other. */
  async send(errands: Partial<Errand>[]): Promise<boolean> {
    const whole = errands.map((one) => ({ who: "", target: "", square: "", walk: false, end: false, ...one }));
    const reply = await this.table.change({ type: "queue", errands: whole });
    return reply.type === "ok";
  }

  async attack(walk: boolean, end: boolean): Promise<void> {
    const [group, target] = [this.group, this.prey];
    if (!target || !group.length) return;
    if (await this.send(group.map((who) => ({ who, target, walk, end })))) this.prey = "";
  }

  /** What another offer of the same moment was chosen for is over. */
  forget(): void {
    this.struck = false;
    this.why = "";
    this.prey = "";
  }
}

/** Is this gone only after a yes: who reacts, what hurts, what the GM had to allow? */
export function asksFirst(preview: Preview): boolean {
  return !!(!preview.legal || preview.invited.length || preview.warnings.length || preview.drawback || preview.hurts);
}
