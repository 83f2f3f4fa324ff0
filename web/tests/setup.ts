import { cleanup } from "@testing-library/svelte";
import { afterEach } from "vitest";

afterEach(cleanup);

// jsdom lays nothing out and knows neither media queries nor dialogs.
window.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => {},
  removeEventListener: () => {},
})) as unknown as typeof window.matchMedia;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
globalThis.IntersectionObserver ??= globalThis.ResizeObserver as unknown as typeof IntersectionObserver;
globalThis.CSS ??= { escape: (text: string) => text } as unknown as typeof CSS;
Element.prototype.scrollIntoView ??= () => undefined;
