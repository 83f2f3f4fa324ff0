/** A seat at a table as the page knows it: the newest view, the log, what is selected and what is about to be done. */

import type { After } from "../after/after.ts";
import { Story } from "./history.ts";
import { Client, type LineState, type Listener } from "../client.ts";
import type {
  Aside,
  CardOut,
  CombatantOut,
  Command,
  Entry,
  EventOut,
  Failure,
  ForecastFrame,
  Frame,
  Offer,
  Pick,
  Ping,
  Preview,
  Question,
  Role,
  RoomOut,
  Stale,
  View,
  Welcome,
  Why,
} from "../protocol.ts";
import { GM, PASS, order } from "../protocol.ts";
import { bySquare, byTarget, thingsOf, waysOf, type Ways } from "./choosing.ts";
import { Hand, MOST_TRIES, ODDS_PAUSE } from "./hand.svelte.ts";
import { Notices } from "./notices.svelte.ts";
import { pictures } from "./pictures.svelte.ts";
import { steady } from "./steady.ts";

export interface Draft {
  command: Command;
  label: string;
  preview: Preview | null;
  failure: string;
}

type Pointing = { what: string; accept: (square: string) => void; who: string };

const MOST_ASIDES = 200;
/** Rulings that are no decision about somebody else. */
const UNREASONED = new Set(["note", "prefer", "dice"]);

/** How long an event waits for others. */
const DRAW_MS = 16;
/** Messages after which nothing is chosen until the view they lead to has come, and for how long at most. */
const DEEDS = new Set(["command", "answer"]);
const SETTLE_MS = 500;
/** How long a view between turns waits for the next turn before it is shown. */
const BETWEEN_MS = 250;
/** What somebody can do whom a bot plays is asked for when it has not moved for so long. */
const BOT_MS = 1500;

/** Where nothing was given, only what is missing is worth saying. */
function plainly(failure: Failure): string {
  const missing = failure.problems?.find((one) => one.missing);
  return missing ? `This needs ${missing.expected}.` : failure.message;
}

function activeIn(view: View | null): string[] {
  return view?.rail.rows.filter((row) => row.active).map((row) => row.who) ?? [];
}

function turnOf(view: View): string {
  return `${view.rail.heading}|${activeIn(view)}`;
}

export class TableState implements Listener {
  line = $state<LineState>("connecting");
  lineWhy = $state("");
  lostAt = $state(0);
  unconfirmed = $state(0);
  welcomed = $state.raw<Welcome | null>(null);
  view = $state.raw<View | null>(null);
  viewAt = $state(0);
  room = $state.raw<RoomOut | null>(null);
  /** Dice outside the rules, each told once. */
  asides = $state.raw<Aside[]>([]);
  events = $state.raw<EventOut[]>([]);
  /** Events that are about to be drawn. */
  private fresh: EventOut[] = [];
  private drawing: ReturnType<typeof setTimeout> | undefined;
  private story = new Story();
  /** The log line by line, told once for all who draw it. */
  told = $derived(this.story.tell(this.events));
  complete = $state(true);
  offers = $state.raw<Offer[]>([]);
  reactions = $state.raw<Record<string, Offer[]>>({});
  selected = $state("");
  wanted = $state("");
  verb = $state("");
  thing = $state("");
  /** The square of an open question that was pointed at; pointing again answers. */
  pointed = $state("");
  draft = $state.raw<Draft | null>(null);
  pointing = $state.raw<Pointing | null>(null);
  /** The door the GM has pointed at, by its edge. */
  door = $state("");
  private sent = $state(0);
  /** Is something of one's own on its way? */
  busy = $derived(this.sent > 0);
  /** Deeds of one's own whose view has not come: what is shown may be over. */
  private settling = $state(0);
  /** Is it being asked what can be done now? What stands there was for the view before. */
  asking = $state(false);
  pane = $state<"board" | "card" | "log" | "gm">("board");
  passing = $state.raw<{ who: string; turn: string } | null>(null);
  /** What somebody wants explained. */
  asked = $state("");
  /** Is this a replay, with nothing behind it that could be asked for? */
  recorded = false;
  /** The reckoning that came with the recording. */
  reckoned: After | null = null;
  /** The pictures of a replay, which has them in it. */
  inlined: Record<string, string> | null = null;
  /** Why the GM rules so: goes with the next ruling. */
  reason = $state("");
  /** How this is going, for a GM who wants to know, and what that one wonders about in words. */
  forecast = $state.raw<ForecastFrame | null>(null);
  wondering = $state("");
  notices = new Notices();
  hand: Hand = new Hand(this);
  private client: Client;
  /** Who waits for the next view. */
  private expecting: (() => void)[] = [];
  private offered = "";
  private drafts = 0;
  private lookedAt = 0;
  private pausing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    public table: string,
    public seat: string,
    open?: ConstructorParameters<typeof Client>[2],
  ) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.client = new Client(`${scheme}://${location.host}/api/t/${table}/${seat}/ws`, this, open);
  }

  // ------------------------------------------------------------ what the line says

  welcome(message: Welcome): void {
    this.drawFresh();
    const fresh = !this.view || this.view.game !== message.view.game || message.events[0]?.n === 1;
    this.welcomed = message;
    pictures.use(message.ruleset.id);
    this.room = message.room;
    this.asides = message.asides;
    if (fresh) {
      this.events = message.events;
      this.complete = message.complete;
    } else {
      this.append(message.events);
    }
    this.take(message.view);
  }

  update(events: EventOut[], view: View, fresh: boolean): void {
    this.drawFresh();
    if (fresh) this.events = events;
    else this.append(events);
    this.take(view);
  }

  /** What a deed sets off comes event by event and is drawn together. */
  happened(event: EventOut): void {
    if (event.n <= (this.fresh.at(-1)?.n ?? 0)) return;
    this.fresh.push(event);
    this.client.last = Math.max(this.client.last, event.n);
    this.drawing ??= setTimeout(() => this.drawFresh(), DRAW_MS);
  }

  private drawFresh(): void {
    clearTimeout(this.drawing);
    this.drawing = undefined;
    const events = this.fresh;
    this.fresh = [];
    this.append(events);
  }

  /** Every deed ends between turns. Where the next turn begins at once, nobody need see that. */
  looked(view: View): void {
    clearTimeout(this.pausing);
    if (view.between) this.pausing = setTimeout(() => this.take(view), BETWEEN_MS);
    else this.take(view);
  }

  roomChanged(room: RoomOut): void {
    const before = this.room;
    this.room = room;
    if (before?.started !== room.started) void this.refreshOffers();
  }

  rolledAside(asides: Aside[]): void {
    this.asides = [...this.asides, ...asides].slice(-MOST_ASIDES);
  }

  /** Who wants to know where people point. */
  onPings: (pings: Ping[]) => void = () => {};
  pinged(pings: Ping[]): void {
    this.onPings(pings);
  }

  foretold(forecast: ForecastFrame): void {
    this.forecast = forecast;
  }

  lineChanged(state: LineState, why: string): void {
    if (state === "lost" && this.line !== "lost") this.lostAt = Date.now();
    this.line = state;
    this.lineWhy = why;
  }

  next(url: string): void {
    location.assign(url);
  }

  waiting(ms: number): void {
    this.unconfirmed = ms;
  }

  private append(events: EventOut[]): void {
    const last = this.events.at(-1)?.n ?? 0;
    const fresh = events.filter((event) => event.n > last);
    if (!fresh.length) return;
    this.events = [...this.events, ...fresh];
    if (last && (fresh.at(-1)?.n ?? 0) > last + fresh.length) void this.fetchEvents();
  }

  async fetchEvents(): Promise<void> {
    const reply = await this.client.ask({ type: "events", since: 0 });
    if (reply.type !== "events") return;
    this.events = reply.events as EventOut[];
    this.complete = true;
  }

  private take(view: View): void {
    clearTimeout(this.pausing);
    this.drawFresh();
    const before = this.view;
    this.view = view;
    for (const go of this.expecting.splice(0)) go();
    this.viewAt = Date.now();
    // A view that was held back for a moment may be older than the newest event.
    this.client.last = this.client.game === view.game ? Math.max(this.client.last, view.last) : view.last;
    this.client.game = view.game;
    if (before && before.step !== view.step) this.draft = null;
    else if (before && (before.last !== view.last || before.decisions.length !== view.decisions.length))
      void this.judgeAgain();
    if (before && before.last !== view.last) this.hand.why = "";
    if (before && activeIn(before).join() !== activeIn(view).join()) this.turnChanged();
    this.hand.group = this.hand.group.filter((who) => view.state.combatants.some((one) => one.id === who && !one.down));
    if (!view.decisions.length) this.pointed = "";
    if (!this.selected || !view.cards.some((card) => card.who === this.selected)) this.selected = "";
    if (this.passing && this.passing.turn !== this.turnMark()) this.passing = null;
    void this.refreshOffers();
    void this.refreshReactions();
    this.passSilently();
  }

  // ------------------------------------------------------------ who is who

  get role(): Role {
    return this.welcomed?.role ?? "spectator";
  }
  get isGm(): boolean {
    return this.role === "gm";
  }
  combatants = $derived<CombatantOut[]>(this.view?.state.combatants ?? []);
  mine = $derived.by<string[]>(() => {
    if (this.isGm) return [...this.combatants.map((one) => one.id), GM];
    const held = this.combatants.filter((one) => one.seat === this.seat).map((one) => one.id);
    return held.length ? held : (this.welcomed?.yours ?? []);
  });
  /** Whom this seat can act with now. */
  actors = $derived.by<string[]>(() => {
    if (!this.view || this.role === "spectator" || this.view.over || this.damaged) return [];
    // In the order of the roster, whatever they did last; the GM's own actions come last.
    const able = new Set(this.view.actors);
    return [...new Set(this.mine)].filter((who) => able.has(who));
  });
  /** Who is in turn. */
  active = $derived<string[]>(activeIn(this.view));
  actor = $derived.by<string>(() => {
    const actors = this.actors;
    for (const who of [this.wanted, this.selected]) if (who && actors.includes(who)) return who;
    return this.nextUp() || (this.isGm && actors.includes(GM) ? GM : actors[0]) || "";
  });
  /** Of those one may act with, the one in turn; of several, one's own first. */
  private nextUp(): string {
    const [actors, active] = [this.actors.filter((who) => who !== GM), new Set(this.active)];
    const own = (who: string) => !this.isGm || this.combatant(who)?.seat === GM;
    return (
      actors.find((who) => active.has(who) && own(who)) ??
      actors.find((who) => active.has(who)) ??
      actors.find(own) ??
      actors[0] ??
      ""
    );
  }
  /** Whose card is shown: the selected one, else the actor, else one's own. */
  shown = $derived.by<string>(() => {
    if (this.selected) return this.selected;
    const own = this.mine.find((who) => this.combatant(who));
    const active = this.view?.rail.rows.find((row) => row.active)?.who;
    return (
      (this.combatant(this.actor) ? this.actor : "") || (this.isGm ? (active ?? own ?? "") : (own ?? active ?? ""))
    );
  });
  private steadySides = steady<string[]>();
  sides = $derived<string[]>(this.steadySides([...new Set(this.combatants.map((one) => one.side))]));
  get questions(): Question[] {
    return this.damaged ? [] : (this.view?.decisions ?? []);
  }
  /** Can this table only be looked at? */
  get damaged(): boolean {
    return !!this.room?.trouble;
  }
  get can(): View["can"] {
    return this.view && !this.damaged ? this.view.can : { undo: false, redo: false };
  }
  /** What an action is called. */
  title(verb: string): string {
    return this.welcomed?.ruleset.verbs[verb] ?? "";
  }
  /** Does somebody answer for this one: a person who is here, or a bot? */
  answered(who: string): "person" | "bot" | "" {
    const one = this.combatant(who);
    const seat = this.room?.seats.find((entry) => entry.seat === (one?.seat ?? GM));
    const names: Record<string, string | undefined> = { combatant: who, turn: who, side: one?.side, seat: seat?.seat };
    if (seat?.bot || this.room?.bots.some((bot) => names[bot.scope] === bot.name)) return "bot";
    return seat?.here ? "person" : "";
  }
  /** One's own to answer; the GM's too where nobody else does. */
  ownQuestion(question: Question): boolean {
    const by = this.isGm && this.answered(question.who);
    return !by || (by === "person" && (this.combatant(question.who)?.seat ?? GM) === GM);
  }
  /** Answers that are squares, to be pointed at on the board. */
  openSquares = $derived.by<Map<string, { question: Question; command: Command }>>(() => {
    const found = new Map<string, { question: Question; command: Command }>();
    for (const question of this.questions.filter((one) => this.ownQuestion(one))) {
      for (const command of question.answers) {
        const square = command.squares.at(-1);
        if (square && !found.has(square)) found.set(square, { question, command });
      }
    }
    return found;
  });
  /** Point at a square of an open question; twice answers. */
  pointAt(square: string): boolean {
    const asked = this.openSquares.get(square);
    if (!asked) return false;
    if (this.pointed === square) void this.answer(asked.question, asked.command);
    else this.pointed = square;
    return true;
  }

  sideIndex(side: string): number {
    return Math.max(0, this.sides.indexOf(side)) % 4;
  }
  private byId = $derived(new Map(this.combatants.map((one) => [one.id, one])));
  private steadyNames = steady<Record<string, [string, string]>>();
  /** What the log says of people: it is long, and they seldom change. */
  private known = $derived(
    this.steadyNames(Object.fromEntries(this.combatants.map((one) => [one.id, [one.name, one.side]]))),
  );

  private cardOf = $derived(new Map(this.view?.cards.map((card) => [card.who, card])));

  combatant(who: string): CombatantOut | undefined {
    return this.byId.get(who);
  }
  card(who: string): CardOut | undefined {
    return this.cardOf.get(who);
  }
  /** Whoever sits there, as people call them. */
  person(seat: string): string {
    const found = this.room?.seats.find((one) => one.seat === seat);
    return found?.person || (seat === GM ? "GM" : found?.names.join(", ") || seat);
  }
  name = (who: string): string => this.known[who]?.[0] ?? (who === GM ? "GM" : who);
  /** The side of the first of these whom the page knows. */
  sideOf(people: string[]): number | null {
    const side = people.map((who) => this.known[who]?.[1]).find((found) => found !== undefined);
    return side === undefined ? null : this.sideIndex(side);
  }

  turnMark(): string {
    return this.view ? turnOf(this.view) : "";
  }
  /** Another one is in turn: whoever was wanted before gives way, unless it is their turn too. */
  private turnChanged(): void {
    // The card goes with the turn, unless somebody holds on to one.
    if (!this.hand.pinned) this.selected = "";
    if (this.wanted && this.active.includes(this.wanted)) return;
    const before = this.actor;
    this.wanted =
      this.actors.find((who) => this.active.includes(who) && (!this.isGm || this.combatant(who)?.seat === GM)) ?? "";
    if (this.actor !== before) this.cancel();
  }

  // ------------------------------------------------------------ offers and drafts

  async refreshOffers(): Promise<void> {
    const who = this.actor;
    const view = this.view;
    if (!view || !who || view.decisions.length || !this.room?.started) {
      this.offered = "";
      this.offers = [];
      this.asking = false;
      return;
    }
    const key = `${who}|${view.game}|${view.last}|${view.step}`;
    if (key === this.offered) return;
    // What another one could do is nobody's offer while the answer is on its way.
    if (!this.offered.startsWith(`${who}|`)) this.offers = [];
    this.offered = key;
    this.asking = this.answered(who) !== "bot";
    if (this.asking) await this.breathe();
    else await new Promise((resolve) => setTimeout(resolve, BOT_MS));
    if (this.offered !== key) return;
    const reply = await this.client.ask({ type: "offers", who });
    if (this.offered !== key) return;
    this.asking = false;
    this.offers = reply.type === "offers" ? (reply.offers as Offer[]) : [];
    if (this.verb && !this.offers.some((offer) => offer.verb === this.verb)) this.cancel();
  }

  /** Looks keep a distance, so that quick bots do not make a page ask more than a seat may. */
  private async breathe(): Promise<void> {
    const wait = this.lookedAt + 150 - Date.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    this.lookedAt = Date.now();
  }

  /** Titles, costs and reasons of the reactions that open questions ask about. */
  private async refreshReactions(): Promise<void> {
    const found: Record<string, Offer[]> = {};
    const view = this.view;
    if (this.questions.length) await this.breathe();
    if (this.view !== view) return;
    for (const question of this.questions) {
      const known = this.reactions[question.id];
      if (known) {
        found[question.id] = known;
        continue;
      }
      const reply = await this.client.ask({ type: "offers", who: question.who });
      if (reply.type === "offers") found[question.id] = reply.offers as Offer[];
    }
    this.reactions = found;
  }

  actWith(who: string): void {
    this.wanted = who;
    if (this.combatant(who)) this.selected = who;
    this.cancel();
    void this.refreshOffers();
  }

  offer = $derived<Offer | undefined>(this.offers.find((offer) => offer.verb === this.verb));
  things = $derived(this.offer ? thingsOf(this.offer) : []);
  /** The picks that remain once a thing is chosen. */
  picks = $derived.by<Pick[]>(() => {
    const things = this.things;
    const one = things.length === 1 ? things[0] : things.find((thing) => thing.thing === this.thing);
    return one?.picks ?? [];
  });
  targets = $derived<Map<string, Pick>>(this.offer && !this.offer.walks ? byTarget(this.picks) : new Map());
  squares = $derived.by<Map<string, Pick>>(() => {
    if (!this.offer || this.offer.walks) return new Map();
    return bySquare(this.picks.filter((pick) => pick.command.squares.length));
  });
  ways = $derived<Ways>(this.offer && !this.offer.walks ? new Map() : waysOf(this.offers, this.verb));
  get moving(): boolean {
    return !!this.offer && this.offer.walks;
  }

  choose(verb: string, thing?: string): void {
    if (this.settling) return;
    this.draft = null;
    this.hand.forget();
    this.verb = this.verb === verb && thing === undefined ? "" : verb;
    const things = this.things;
    this.thing = thing ?? (things.find((one) => one.open) ?? things[0])?.thing ?? "";
    if (thing !== undefined) {
      this.chooseThing(thing);
      return;
    }
    const offer = this.offer;
    const open = offer && !offer.walks && !offer.worded ? this.picks.filter((pick) => !pick.blocked.length) : [];
    if (things.length === 1 && this.picks.length === 1 && open[0]) void this.propose(open[0].command, open[0].label);
  }

  chooseThing(thing: string): void {
    this.thing = thing;
    this.draft = null;
    const only = this.picks.length === 1 ? this.picks[0] : undefined;
    if (only && !only.blocked.length) void this.propose(only.command, only.label);
  }

  cancel(): void {
    this.hand.forget();
    this.verb = "";
    this.thing = "";
    this.draft = null;
    this.pointing = null;
  }

  /** Put a command before the referee without doing it. */
  async propose(command: Command | string, label: string): Promise<void> {
    const mine = ++this.drafts;
    const shown = typeof command === "string" ? order(this.actor, "") : command;
    this.draft = { command: shown, label, preview: null, failure: "" };
    await this.foresee({ type: "preview", command }, (reply) => {
      if (mine !== this.drafts || !this.draft) return false;
      if (reply.type === "preview") {
        const preview = reply as unknown as Preview;
        this.draft = { command: preview.command, label, preview, failure: "" };
      } else {
        this.draft = { ...this.draft, failure: String(reply.message ?? "") };
      }
      return true;
    });
  }

  /** Ask what would come of something, and again while its odds are being worked out and somebody wants to know. */
  private async foresee(request: Frame, take: (reply: Frame) => boolean, tries = MOST_TRIES): Promise<void> {
    const reply = await this.client.ask({ ...request });
    if (!take(reply) || reply.thinking !== true || !tries) return;
    setTimeout(() => void this.foresee(request, take, tries - 1), ODDS_PAUSE);
  }

  /** What was said of a draft is asked again once the table has changed; what stands there stays until then. */
  private async judgeAgain(): Promise<void> {
    const asked = this.draft;
    if (!asked?.preview) return;
    const mine = ++this.drafts;
    await this.breathe();
    if (mine !== this.drafts || this.draft !== asked) return;
    let known = asked;
    await this.foresee({ type: "preview", command: asked.command }, (reply) => {
      if (reply.type !== "preview" || mine !== this.drafts || this.draft !== known) return false;
      this.draft = known = { ...asked, preview: reply as unknown as Preview };
      return true;
    });
  }

  async look(command: Command): Promise<Preview | null> {
    const reply = await this.client.ask({ type: "preview", command });
    return reply.type === "preview" ? (reply as unknown as Preview) : null;
  }

  /** What would come of an answer; `show` says whether anybody still wants to know. */
  async lookAnswer(command: Command, to: string, show: (preview: Preview) => boolean): Promise<void> {
    await this.foresee(
      { type: "preview", command, to },
      (reply) => reply.type === "preview" && show(reply as unknown as Preview),
    );
  }

  async confirm(): Promise<boolean> {
    const draft = this.draft;
    return draft ? this.perform(draft.command) : false;
  }

  async perform(command: Command): Promise<boolean> {
    if (this.settling) return false;
    const reply = await this.change({ type: "command", command, step: this.view?.step ?? 0 }, () => {
      this.cancel();
      if (command.verb !== PASS) this.hand.last = command;
    });
    return reply.type === "ok";
  }

  async answer(question: Question, command: Command): Promise<boolean> {
    if (this.settling) return false;
    const reply = await this.change({ type: "answer", to: question.id, answer: command, step: this.view?.step ?? 0 });
    return reply.type === "ok";
  }

  passForTurn(question: Question): void {
    this.passing = { who: question.who, turn: this.turnMark() };
    void this.answer(question, question.default);
  }

  private passSilently(): void {
    const passing = this.passing;
    if (!passing) return;
    const question = this.questions.find((one) => one.who === passing.who && one.answers.length > 1 && !one.agree);
    if (question) void this.answer(question, question.default);
  }

  // ------------------------------------------------------------ everything else that changes something

  /** Send a change; a refusal becomes a notice with its reasons. `done` is called as soon as it is kept. */
  async change(body: Frame, done: () => void = () => {}): Promise<Frame> {
    const before = this.view;
    const deed = Number(DEEDS.has(body.type));
    this.sent += 1;
    this.settling += deed;
    const reply = await this.client.ask(body, true);
    if (reply.type === "ok") done();
    if (reply.type === "ok" && deed && this.view === before) await this.nextView();
    this.settling -= deed;
    this.sent -= 1;
    if (deed) this.passSilently();
    if (reply.type === "error") {
      const failure = reply as unknown as Failure;
      const reasons: Why[] = failure.reasons?.length
        ? failure.reasons
        : [{ paragraph: "", text: plainly(failure), remedy: "" }];
      this.notices.add("bad", reasons);
    } else if (reply.type === "stale") {
      const stale = reply as unknown as Stale;
      this.notices.add("warn", [
        { paragraph: "", text: stale.message || "The table had moved on; look again.", remedy: "" },
      ]);
      this.take(stale.view);
    }
    return reply;
  }

  /** The view a deed leads to comes after its acknowledgement. */
  private nextView(): Promise<void> {
    return new Promise((resolve) => {
      this.expecting.push(resolve);
      setTimeout(resolve, SETTLE_MS);
    });
  }

  ask(body: Frame): Promise<Frame> {
    return this.client.ask(body);
  }

  async rule(verb: string, rest: Partial<Command> = {}): Promise<Frame> {
    const reason = this.isGm && !UNREASONED.has(verb) ? this.reason.trim() : "";
    const reply = await this.change({
      type: "ruling",
      ruling: order(rest.who ?? this.seat, verb, rest),
      ...(reason ? { reason } : {}),
    });
    if (reason && reply.type === "ok") this.reason = "";
    return reply;
  }

  /** Everything so called, or why there is nothing. */
  async explain(name: string): Promise<{ entries: Entry[]; failure: string }> {
    const reply = await this.client.ask({ type: "what", name: name.slice(0, 64) });
    if (reply.type === "what") return { entries: reply.entries as Entry[], failure: "" };
    const near = (reply as unknown as Failure).problems?.[0]?.near ?? [];
    return {
      entries: [],
      failure: `Nothing is known here as “${name}”.${near.length ? ` Perhaps ${near.join(" or ")}?` : ""}`,
    };
  }

  hurry(): void {
    this.client.hurry();
  }
  close(): void {
    this.client.close();
  }
}
