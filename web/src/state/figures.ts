/** Numbers as they are printed: with a minus sign, which is as wide as a plus, and never with a hyphen. */

/** A number, or words with numbers in them; also those of dice ("2d6-1"), but not ranges and names ("2-3", "wolf-2"). */
export function minus(text: string | number): string {
  return String(text).replace(/(^|[\s(/]|\dd\d+)-(?=\d)/g, "$1−");
}

/** To one digit after the point; what is lost is rounded as what is gained. */
export function tenths(value: number): number {
  return (Math.sign(value) * Math.round(Math.abs(value) * 10)) / 10;
}

/** With its sign, whether it adds or takes away. */
export function signed(value: number, digits?: number): string {
  const size = digits === undefined ? String(Math.abs(value)) : Math.abs(value).toFixed(digits);
  return `${value < 0 ? "−" : "+"}${size}`;
}
