import { type Colour, pngOf } from "./png";

/** For home screens: Apple's, and the two that https://web.dev/articles/add-manifest asks for. */
export const iconSizes = [180, 192, 512] as const;

const paper: Colour = [0xfb, 0xfb, 0xf9];

const colourOf = (hex: string): Colour => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/** Between the two colours, so that the round has no steps. */
const shades = 16;

const between = (from: Colour, to: Colour, share: number): Colour => {
  const mixed = from.map((each, n) => Math.round(each + ((to[n] ?? 0) - each) * share));
  return [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0];
};

/** Of the width; what is round stays within the part that phones do not cut off. */
const radius = 0.3;

/** The page's mark as phones show it: a round in its accent on paper. */
export function pageIcon(accent: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const palette = Array.from({ length: shades + 1 }, (_, n) => between(paper, colourOf(accent), n / shades));
  const middle = (size - 1) / 2;
  const at = (x: number, y: number) => {
    const inside = radius * size - Math.hypot(x - middle, y - middle) + 0.5;
    return Math.round(Math.min(1, Math.max(0, inside)) * shades);
  };
  return pngOf({ size, palette, at });
}
