/** One thing under edit: read, tried as one types, kept in the browser until it is saved, and saved unless somebody else did. */

import { get, HttpError, post } from "../http.ts";
import {
  draftKey,
  refersOf,
  say,
  type Data,
  type Fault,
  type Form,
  type Refers,
  type BuiltIn,
  type Thing,
  type Whole,
} from "./things.ts";

const PAUSE = 350;

export class Editing<T extends { problems: Fault[] }> {
  thing = $state.raw<Whole | null>(null);
  form = $state.raw<Form | null>(null);
  refers = $state.raw<Refers>({});
  /** The other things of the campaign. */
  own = $state.raw<Thing[]>([]);
  data = $state.raw<Data>({});
  body = $state("");
  asText = $state(false);
  faults = $state.raw<Fault[]>([]);
  tried = $state.raw<T | null>(null);
  failure = $state("");
  status = $state("");
  draft = $state.raw<Data | null>(null);
  /** Counts up where a form has to begin from other data. */
  round = $state(0);
  private saved = $state.raw("");
  private trial = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `tidy` is done to what is read before it is compared with what is typed; `more` is sent when it is tried. */
  constructor(
    readonly campaign: string,
    readonly id: string,
    private address: string,
    private more: () => Data = () => ({}),
    private tidy: (data: Data) => Data = (data) => data,
  ) {}

  get base(): string {
    return `/api/campaigns/${this.campaign}`;
  }
  get key(): string {
    return draftKey(this.id);
  }
  get dirty(): boolean {
    if (!this.thing) return false;
    return this.asText ? this.body !== this.thing.body : JSON.stringify(this.data) !== this.saved;
  }
  get loose(): Fault[] {
    return this.faults.filter((one) => !one.at);
  }

  private take(next: Whole): void {
    this.thing = next;
    this.data = this.tidy((next.data ?? {}) as Data);
    this.saved = JSON.stringify(this.data);
    this.body = next.body;
    this.faults = next.problems;
    this.asText ||= next.data === null;
    document.title = `${next.name} · Fracas`;
  }

  /** `prepare` is given form and game before anything is shown. */
  async load(prepare: (form: Form | null, ruleset: string) => Promise<void> = async () => {}): Promise<void> {
    try {
      const thing = await get<Whole>(`${this.base}/things/${this.id}`);
      const ruleset = thing.ruleset || (await get<{ id: string }[]>("/api/rulesets"))[0]?.id || "";
      const [forms, builtIn, own] = await Promise.all([
        get<Form[]>(`/api/forms/${ruleset}`),
        get<BuiltIn[]>(`/api/built-in/${ruleset}`),
        get<Thing[]>(`${this.base}/things`),
      ]);
      this.own = own;
      this.refers = refersOf(forms, builtIn, own, thing.ruleset);
      this.form = forms.find((one) => one.kind === thing.kind) ?? null;
      await prepare(this.form, ruleset);
      this.take(thing);
      const kept = localStorage.getItem(this.key);
      if (kept && kept !== this.saved) this.draft = JSON.parse(kept) as Data;
      void this.attempt();
    } catch (error) {
      this.failure = say(error);
    }
  }

  edit(next: Data): void {
    this.data = next;
    this.status = "";
    try {
      localStorage.setItem(this.key, JSON.stringify(next));
    } catch {
      // The browser keeps no more: the page still asks before it is left.
    }
    this.later();
  }

  later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.attempt(), PAUSE);
  }

  async attempt(): Promise<void> {
    if (!this.thing || this.asText || !this.form) return;
    const mine = ++this.trial;
    const { kind, ruleset, key } = this.thing;
    try {
      const body = { kind, ruleset, key, data: this.data, id: this.id, ...this.more() };
      const found = await post<T>(`${this.base}/${this.address}`, body);
      if (mine === this.trial) [this.tried, this.faults] = [found, found.problems];
    } catch (error) {
      if (mine === this.trial) this.failure = say(error);
    }
  }

  /** True when it is kept. */
  async save(over = false): Promise<boolean> {
    if (!this.thing) return false;
    this.failure = "";
    try {
      const what = this.asText ? { body: this.body } : { data: this.data, key: this.thing.key };
      const version = over ? 0 : this.thing.version;
      this.take(await post<Whole>(`${this.base}/things/${this.id}`, { version, ...what }));
      localStorage.removeItem(this.key);
      const count = this.faults.length;
      this.status = count
        ? `Kept as a draft: ${count === 1 ? "1 thing is" : `${count} things are`} wrong with it.`
        : "Saved.";
      this.later();
      return true;
    } catch (error) {
      this.failure = say(error);
      if (error instanceof HttpError && error.status === 409) this.status = "conflict";
      return false;
    }
  }

  toggleText(): void {
    this.asText = !this.asText && this.thing !== null;
    if (this.thing) this.body = this.thing.body;
    if (!this.asText) this.later();
  }
  takeUp(): void {
    this.data = this.draft ?? this.data;
    this.draft = null;
    this.round += 1;
    this.later();
  }
  throwAway(): void {
    localStorage.removeItem(this.key);
    this.draft = null;
  }
}
