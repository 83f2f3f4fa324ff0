/** Pointers on the board: a tap, a long press, a drag that pans or carries a token, and two fingers that pinch. */

import type { Camera } from "./camera.svelte.ts";

export interface Hands {
  /** Who lies under the pointer and may be carried. */
  grab(who: string): boolean;
  carry(x: number, y: number, trail: boolean): void;
  drop(): void;
  tap(x: number, y: number, who: string, more: boolean): void;
  press(x: number, y: number, who: string, at: { left: number; top: number; touch: boolean }): void;
  hover(x: number, y: number): void;
  /** Is a brush in hand? Then a drag paints, and so does a tap; two fingers still look around. */
  paints?(): boolean;
  paint?(x: number, y: number): void;
  painted?(): void;
  /** A second finger came down: what was painted so far was none. Without it, it counts. */
  unpainted?(): void;
}

export class Gestures {
  private down = new Map<number, { x: number; y: number }>();
  private start = { x: 0, y: 0 };
  private who = "";
  private mode: "" | "tap" | "pan" | "carry" | "pinch" | "paint" | "done" = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private camera: Camera,
    private hands: Hands,
  ) {}

  pointerdown = (event: PointerEvent): void => {
    if (event.button > 0) return;
    const at = this.at(event);
    this.down.set(event.pointerId, at);
    if (this.down.size === 2) {
      if (this.mode === "carry") this.hands.drop();
      if (this.mode === "paint") (this.hands.unpainted ?? this.hands.painted)?.call(this.hands);
      this.mode = "pinch";
      clearTimeout(this.timer);
      return;
    }
    this.start = at;
    this.mode = "tap";
    if (this.hands.paints?.()) {
      this.mode = "paint";
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      this.paint(at);
      return;
    }
    this.who = (event.target as Element).closest("[data-who]")?.getAttribute("data-who") ?? "";
    const [left, top, touch] = [event.clientX, event.clientY, event.pointerType === "touch"];
    this.timer = setTimeout(() => {
      if (this.mode !== "tap") return;
      this.mode = "done";
      const world = this.camera.toWorld(at.x, at.y);
      this.hands.press(world.x, world.y, this.who, { left, top, touch });
    }, 550);
  };

  pointermove = (event: PointerEvent): void => {
    const at = this.at(event);
    const before = this.down.get(event.pointerId);
    if (!before) {
      const world = this.camera.toWorld(at.x, at.y);
      this.hands.hover(world.x, world.y);
      return;
    }
    if (this.mode === "pinch") this.pinch(event.pointerId, at);
    this.down.set(event.pointerId, at);
    if (this.mode === "tap" && Math.hypot(at.x - this.start.x, at.y - this.start.y) > 6) {
      clearTimeout(this.timer);
      this.mode = this.who && this.hands.grab(this.who) ? "carry" : "pan";
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    }
    if (this.mode === "paint") this.paint(at);
    if (this.mode === "pan") this.camera.pan(at.x - before.x, at.y - before.y);
    if (this.mode === "carry") {
      const world = this.camera.toWorld(at.x, at.y);
      this.hands.carry(world.x, world.y, event.shiftKey);
    }
  };

  pointerup = (event: PointerEvent): void => {
    clearTimeout(this.timer);
    this.down.delete(event.pointerId);
    if (this.mode === "tap" && event.type === "pointerup") {
      const world = this.camera.toWorld(this.start.x, this.start.y);
      this.hands.tap(world.x, world.y, this.who, event.shiftKey || event.ctrlKey || event.metaKey);
    }
    if (this.mode === "carry") this.hands.drop();
    if (this.mode === "paint") this.hands.painted?.();
    if (this.down.size === 0) this.mode = "";
    else if (this.mode === "pinch") this.mode = "pan";
  };

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const box = (event.currentTarget as Element).getBoundingClientRect();
    this.camera.zoom(Math.exp(-event.deltaY * 0.0015), { x: event.clientX - box.left, y: event.clientY - box.top });
  };

  private paint(at: { x: number; y: number }): void {
    const world = this.camera.toWorld(at.x, at.y);
    this.hands.paint?.(world.x, world.y);
  }

  private at(event: PointerEvent): { x: number; y: number } {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private pinch(id: number, at: { x: number; y: number }): void {
    const other = [...this.down.entries()].find(([key]) => key !== id)?.[1];
    const before = this.down.get(id);
    if (!other || !before) return;
    const apart = Math.hypot(before.x - other.x, before.y - other.y);
    const now = Math.hypot(at.x - other.x, at.y - other.y);
    this.camera.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    if (apart > 1) this.camera.zoom(now / apart, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
  }
}
