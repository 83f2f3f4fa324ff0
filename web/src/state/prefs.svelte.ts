/** What this browser prefers: theme, letter keys, sound, vibration. Kept in localStorage, of no interest to the server. */

export type Theme = "auto" | "light" | "dark";

interface Kept {
  theme: Theme;
  letters: boolean;
  sound: boolean;
  buzz: boolean;
  /** How fast what happens is shown on the board. */
  pace: "off" | "quick" | "slow";
  /** Does a GM want to know how it is going? */
  forecast: boolean;
}

const KEY = "fracas-prefs";

function load(): Kept {
  const plain: Kept = { theme: "auto", letters: true, sound: false, buzz: false, pace: "quick", forecast: false };
  try {
    return { ...plain, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return plain;
  }
}

class Prefs {
  private kept = $state<Kept>(load());
  private night = matchMedia("(prefers-color-scheme: dark)");
  /** Whatever the theme, paper is light. */
  private paper = matchMedia("print");

  constructor() {
    this.night.addEventListener("change", () => this.paint());
    this.paper.addEventListener("change", () => this.paint());
    this.paint();
  }

  get theme(): Theme {
    return this.kept.theme;
  }
  get letters(): boolean {
    return this.kept.letters;
  }
  get sound(): boolean {
    return this.kept.sound;
  }
  get buzz(): boolean {
    return this.kept.buzz;
  }

  get pace(): Kept["pace"] {
    return this.kept.pace;
  }

  get forecast(): boolean {
    return this.kept.forecast;
  }

  set<K extends keyof Kept>(key: K, value: Kept[K]): void {
    this.kept[key] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // Private windows may refuse; the choice then lasts as long as the page.
    }
    this.paint();
  }

  private paint(): void {
    const dark = this.kept.theme === "dark" || (this.kept.theme === "auto" && this.night.matches);
    document.documentElement.dataset.theme = dark && !this.paper.matches ? "dark" : "light";
  }
}

export const prefs = new Prefs();
