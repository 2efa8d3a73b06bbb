import { encodePng, type PngColour } from "./png";

/** Sizes for home screens: Apple's, and the two that https://web.dev/articles/add-manifest requires. */
export const pageIconSizesPx = [180, 192, 512] as const;

const paper: PngColour = [0xfb, 0xfb, 0xf9];

const colourOf = (hex: string): PngColour => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/** Steps between the two colours, so that the circle's edge is smooth. */
const shadeCount = 16;

const between = (from: PngColour, to: PngColour, share: number): PngColour => {
  const mixed = from.map((each, n) => Math.round(each + ((to[n] ?? 0) - each) * share));
  return [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0];
};

/** Radius as a part of the width; the circle stays within the area that phones do not cut off. */
const radiusShare = 0.3;

/** Draws the page's mark as phones show it: a circle in its accent colour on paper. */
export function drawPageIconPng(accent: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const palette = Array.from({ length: shadeCount + 1 }, (_, n) => between(paper, colourOf(accent), n / shadeCount));
  const middle = (size - 1) / 2;
  const at = (x: number, y: number) => {
    const inside = radiusShare * size - Math.hypot(x - middle, y - middle) + 0.5;
    return Math.round(Math.min(1, Math.max(0, inside)) * shadeCount);
  };
  return encodePng({ size, palette, at });
}
