/** Short messages at the edge of the page: refusals with their reasons, things that went well. */

import type { Why } from "../protocol.ts";

export interface Notice {
  id: number;
  tone: "good" | "warn" | "bad";
  reasons: Why[];
}

export class Notices {
  list = $state.raw<Notice[]>([]);
  private count = 0;

  add(tone: Notice["tone"], reasons: Why[]): void {
    const id = ++this.count;
    // That something went well is old news once something else did.
    const kept = tone === "good" ? this.list.filter((one) => one.tone !== "good") : this.list;
    this.list = [...kept.slice(-2), { id, tone, reasons }];
    setTimeout(() => this.drop(id), tone === "bad" ? 12000 : 5000);
  }

  say(text: string, tone: Notice["tone"] = "good"): void {
    this.add(tone, [{ paragraph: "", text, remedy: "" }]);
  }

  drop(id: number): void {
    this.list = this.list.filter((one) => one.id !== id);
  }
}
