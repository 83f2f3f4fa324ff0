/** Where one looks on a board and how closely: pan, zoom and pinch, in pixels of the frame. */

/** Room for the names of rows and columns, and below for the tools that lie on the frame: left, right, top, below. */
const [LEFT, RIGHT, TOP, BELOW] = [26, 12, 22, 52] as const;

/** Nearer to the rim of the frame than this, nothing counts as seen. */
const EDGE = 30;
interface Point {
  x: number;
  y: number;
}

export class Camera {
  x = $state(0);
  y = $state(0);
  scale = $state(1);
  frame = { width: 1, height: 1 };
  world = { width: 1, height: 1 };
  focus: Point | null = null;
  /** How large a square of 40 is to be at least: fingers need more of it than eyes. */
  least = 24;
  /** Is all of it to be seen, however small, as for painting it? */
  whole = false;
  private touched = false;

  /** Fill a frame, now and whenever its size changes; calling the answer ends it. */
  watch(frame: Element): () => void {
    const watch = new ResizeObserver(([entry]) => {
      if (!entry) return;
      this.frame = { width: entry.contentRect.width, height: entry.contentRect.height };
      this.fit();
    });
    watch.observe(frame);
    return () => watch.disconnect();
  }

  /** The whole board in the frame; done by itself until somebody moves the camera. */
  fit(force = false): void {
    if (this.touched && !force) return;
    if (force) this.touched = false;
    const scale = Math.min(
      (this.frame.width - LEFT - RIGHT) / this.world.width,
      (this.frame.height - TOP - BELOW) / this.world.height,
    );
    this.scale = Math.max(0.15, Math.min(2, scale));
    // Where the whole board would be too small to see or to touch, look at whoever matters instead.
    const least = this.least / 40;
    const small = this.frame.width < 560 && this.scale < (this.least > 24 ? least : 18 / 40);
    if (!force && !this.whole && (this.scale < 0.36 || small) && this.focus) {
      this.scale = least;
      this.lookAt(this.focus);
      return;
    }
    this.x = (this.frame.width + LEFT - RIGHT - this.world.width * this.scale) / 2;
    this.y = (this.frame.height + TOP - BELOW - this.world.height * this.scale) / 2;
  }

  private lookAt(at: Point): void {
    const { frame, world, scale } = this;
    this.x = this.inside(frame.width / 2 - at.x * scale, LEFT, frame.width - RIGHT - world.width * scale);
    this.y = this.inside(frame.height / 2 - at.y * scale, TOP, frame.height - BELOW - world.height * scale);
  }

  /** Does it lie well inside the frame? Where there is hardly a frame yet, nothing is looked for. */
  private sees(at: Point): boolean {
    const [x, y] = [this.x + at.x * this.scale, this.y + at.y * this.scale];
    const { width, height } = this.frame;
    return width < 4 * EDGE || (x > EDGE && x < width - EDGE && y > EDGE && y < height - 2 * EDGE);
  }

  /** Bring something into the frame that lies outside it. */
  show(at: Point): void {
    if (this.sees(at)) return;
    this.focus = at;
    this.lookAt(at);
  }

  /** What somebody aims at comes into view, and whoever aims with it where there is room for both. */
  showAim(from: Point, at: Point): void {
    if (this.touched || this.whole || this.sees(at)) return;
    const [wide, high] = [Math.abs(from.x - at.x) * this.scale, Math.abs(from.y - at.y) * this.scale];
    const both = wide < this.frame.width - 3 * EDGE && high < this.frame.height - 4 * EDGE;
    this.focus = both ? { x: (from.x + at.x) / 2, y: (from.y + at.y) / 2 } : at;
    this.lookAt(this.focus);
  }

  /** The same for what one need not look at while looking elsewhere on purpose. */
  follow(at: Point): void {
    if (this.touched || this.whole) return;
    this.focus = at;
    this.show(at);
  }

  pan(dx: number, dy: number): void {
    this.touched = true;
    this.x = this.hold(this.x + dx, this.frame.width, this.world.width);
    this.y = this.hold(this.y + dy, this.frame.height, this.world.height);
  }

  zoom(factor: number, at: Point): void {
    this.touched = true;
    const scale = Math.max(0.15, Math.min(4, this.scale * factor));
    const ratio = scale / this.scale;
    this.x = at.x - (at.x - this.x) * ratio;
    this.y = at.y - (at.y - this.y) * ratio;
    this.scale = scale;
  }

  zoomMiddle(factor: number): void {
    this.zoom(factor, { x: this.frame.width / 2, y: this.frame.height / 2 });
  }

  toWorld(x: number, y: number): Point {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }

  /** No empty margin on one side while something is cut off on the other. */
  private inside(value: number, near: number, far: number): number {
    return far < near ? Math.max(far, Math.min(near, value)) : (near + far) / 2;
  }

  /** Some of the board always stays in the frame. */
  private hold(value: number, frame: number, world: number): number {
    const keep = 80;
    return Math.max(keep - world * this.scale, Math.min(frame - keep, value));
  }
}
