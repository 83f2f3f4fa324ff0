/** The picture under a map: which one, and which part of the board it covers, in hundredths of a square. */

import type { Data } from "../own/things.ts";

export interface Laid {
  id: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where the picture lies; without a word about it, it covers the whole map. */
export function pictureIn(data: Data, size: { columns: number; rows: number }): Laid | null {
  const said = data.picture;
  const whole = { left: 0, top: 0, width: size.columns * 100, height: size.rows * 100 };
  if (typeof said === "string" && said) return { id: said, ...whole };
  if (typeof said !== "object" || !said) return null;
  const { id, left = 0, top = 0, width = 0, height = 0 } = said as Partial<Laid>;
  return id ? { id, left, top, width: width || whole.width, height: height || whole.height } : null;
}

/** Another place for it. One that covers the whole map says no more than which it is. */
export function withPicture(data: Data, laid: Laid | null, size: { columns: number; rows: number }): Data {
  const { picture: _, ...rest } = data;
  if (!laid) return rest;
  const whole =
    laid.left === 0 && laid.top === 0 && laid.width === size.columns * 100 && laid.height === size.rows * 100;
  return { ...rest, picture: whole ? laid.id : laid };
}

/** Larger or smaller about its middle, as high as it was wide. */
export function scaled(laid: Laid, factor: number): Laid {
  const [width, height] = [Math.round(laid.width * factor), Math.round(laid.height * factor)];
  if (width < 100 || height < 100 || width > 100_000 || height > 100_000) return laid;
  return {
    ...laid,
    left: Math.round(laid.left - (width - laid.width) / 2),
    top: Math.round(laid.top - (height - laid.height) / 2),
    width,
    height,
  };
}
