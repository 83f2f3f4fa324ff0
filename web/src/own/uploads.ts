/** Sending a picture, which may take a while: how far it has come is told, and it can be called off. */

import { HttpError } from "../http.ts";
import type { Pictured } from "./things.ts";

export type Use = "map" | "portrait" | "handout";
export const MOST_BYTES = 32_000_000;
/** What the file chooser offers; the server looks at the bytes, whatever the name says. */
export const ACCEPTED = "image/png,image/jpeg,image/webp";

interface Answer {
  error?: string;
  problems?: { expected: string }[];
}

/** What is wrong with a file, in words for whoever chose it. */
function refusal(status: number, text: string): HttpError {
  let found: Answer = {};
  try {
    found = JSON.parse(text) as Answer;
  } catch {
    // No JSON in it: the status has to do.
  }
  const expected = found.problems?.[0]?.expected;
  return new HttpError(status, expected ? `Expected ${expected}.` : (found.error ?? `The server said ${status}.`));
}

export function upload(
  campaign: string,
  file: File,
  use: Use,
  told: (part: number) => void,
  signal: AbortSignal,
): Promise<Pictured> {
  if (file.size > MOST_BYTES)
    return Promise.reject(new Error(`Expected at most 32 MB; this file has ${Math.ceil(file.size / 1e6)} MB.`));
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/campaigns/${campaign}/pictures?use=${use}`);
    request.setRequestHeader("X-Fracas", "1");
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.onprogress = (event) => told(event.lengthComputable ? event.loaded / event.total : 0);
    request.onload = () => {
      if (request.status === 200) resolve(JSON.parse(request.responseText) as Pictured);
      else reject(refusal(request.status, request.responseText));
    };
    request.onerror = () => reject(new Error("The connection was lost; nothing was kept."));
    request.onabort = () => reject(new Error("Called off; nothing was kept."));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}
