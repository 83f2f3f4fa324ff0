/** The few things that go over plain HTTP: rulesets, rules, tables, joining. */

import type { components } from "./api.d.ts";

type Problem = components["schemas"]["Problem"];

export class HttpError extends Error {
  constructor(
    public status: number,
    message: string,
    public problems: Problem[] = [],
  ) {
    super(message);
  }
}

async function read<T>(answer: Response): Promise<T> {
  if (answer.ok) return (await answer.json()) as T;
  let problems: Problem[] = [];
  let message = `${answer.status} ${answer.statusText}`;
  try {
    const body = (await answer.json()) as { error?: string; problems?: Problem[] };
    if (body.error) message = body.error;
    problems = body.problems ?? [];
  } catch {
    // No JSON in it: the status has to do.
  }
  throw new HttpError(answer.status, message, problems);
}

export async function get<T>(path: string): Promise<T> {
  return read<T>(await fetch(path, { headers: { Accept: "application/json" } }));
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  const raw = body instanceof Blob;
  const headers: Record<string, string> = { "X-Fracas": "1", Accept: "application/json" };
  headers["Content-Type"] = raw ? "application/octet-stream" : "application/json";
  return read<T>(await fetch(path, { method: "POST", headers, body: raw ? body : JSON.stringify(body) }));
}
