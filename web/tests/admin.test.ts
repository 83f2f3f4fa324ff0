/** The administrator's page: nothing is asked with a cookie that is being replaced. */

import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Overview } from "../src/admin/overview.ts";
import Admin from "../src/pages/Admin.svelte";

const OVERVIEW: Overview = {
  servers: [],
  machine: {
    ok: true,
    wrong: "",
    version: "1",
    database: "SQLite",
    database_bytes: 1,
    disk_free: null,
    damaged: 0,
    backups: 0,
    last_backup: 0,
  },
  limits: [],
  tables: [],
  campaigns: [],
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the administrator's page", () => {
  it("looks again only before or after the link is replaced, never meanwhile", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const asked: string[] = [];
    let answerLook: (value: Response) => void = () => undefined;
    const reply = (body: unknown) => new Response(JSON.stringify(body));
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      if (path === "/api/rulesets") return Promise.resolve(reply([]));
      if (path === "/api/admin/link") return Promise.resolve(reply({ link: "http://x/join#new", qr: "<svg/>" }));
      const looks = asked.filter((one) => one === "/api/admin").length;
      if (looks !== 2) return Promise.resolve(reply(OVERVIEW));
      return new Promise<Response>((answer) => (answerLook = answer));
    });
    render(Admin);
    const button = await screen.findByRole("button", { name: "Make a new link" });
    vi.advanceTimersByTime(5000);
    await waitFor(() => expect(asked.filter((one) => one === "/api/admin")).toHaveLength(2));
    await fireEvent.click(button);
    expect(asked).not.toContain("/api/admin/link");
    answerLook(reply(OVERVIEW));
    await screen.findByLabelText(/The new link/);
    expect(asked.indexOf("/api/admin/link")).toBeGreaterThan(asked.lastIndexOf("/api/admin"));
  });
});
