/**
 * Relative luminance and contrast of WCAG 2.2, for the accent colour of a page: `--accent` on light, and on dark
 * `--lit`, which a test holds to 4.5:1 for any accent.
 */

const channel = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

type Colour = readonly [number, number, number];

const partsOf = (hex: string): Colour => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const hexOf = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

const luminance = ([red, green, blue]: Colour): number =>
  0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);

/** Returns the contrast of two `#rrggbb`, 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [high, low] = [luminance(partsOf(one)), luminance(partsOf(other))].sort((a, b) => b - a);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

const minContrastRatio = 4.5;
const paper = "#ffffff";

export const isReadableOnWhite = (hex: string): boolean => contrastRatio(hex, paper) >= minContrastRatio;

/**
 * Returns the colour itself if it is dark enough to be read on white, otherwise the nearest darker colour of the same
 * hue.
 */
export function nearestReadableColour(hex: string): string {
  const parts = partsOf(hex);
  for (let share = 100; share > 0; share--) {
    const darker = hexOf([(parts[0] * share) / 100, (parts[1] * share) / 100, (parts[2] * share) / 100]);
    if (isReadableOnWhite(darker)) return darker;
  }
  return "#000000";
}

/** The lightest background of our dark pages and emails (status-page/views/styles/public-dark.css: `--surface`). */
const darkSurface = "#171d1a";
/**
 * More than the required contrast, because on dark a thin line of a strong colour dazzles before it becomes readable.
 */
const darkContrastRatio = 6;

/** Hue in sixths of the circle, saturation and lightness as shares, as in CSS. */
type Hsl = readonly [hue: number, saturation: number, lightness: number];

function hslOf(colour: Colour): Hsl {
  const [red, green, blue] = colour.map((part) => part / 255) as [number, number, number];
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [spread, lightness] = [most - least, (most + least) / 2];
  if (spread === 0) return [0, 0, lightness];
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  if (most === red) return [((green - blue) / spread + 6) % 6, saturation, lightness];
  return [most === green ? (blue - red) / spread + 2 : (red - green) / spread + 4, saturation, lightness];
}

function colourOf([hue, saturation, lightness]: Hsl): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (turn: number) => {
    const at = (hue * 2 + turn) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return [part(0), part(8), part(4)];
}

/** Lightness below which a colour is nearly black: its hue is hardly seen, and must not glow once it is lighter. */
const minHuedLightnessRatio = 0.15;

/**
 * Returns the colour itself if it reads well on a dark background (6:1), otherwise the nearest lighter colour of the
 * same hue and saturation. Mixed with white it would look grey, and a button with it disabled.
 */
export function readableColourOnDark(hex: string): string {
  if (contrastRatio(hex, darkSurface) >= darkContrastRatio) return hex;
  const [hue, saturation, lightness] = hslOf(partsOf(hex));
  const kept = saturation * Math.min(1, lightness / minHuedLightnessRatio);
  for (let share = 1; share < 100; share++) {
    const lighter = lightness + ((1 - lightness) * share) / 100;
    const tint = hexOf(colourOf([hue, kept, lighter]));
    if (contrastRatio(tint, darkSurface) >= darkContrastRatio) return tint;
  }
  return paper;
}

/**
 * Returns the used forms of an accent: the colour itself on white, and its tint on dark, each with its contrast rounded
 * down to tenths.
 */
export function accentContrasts(hex: string) {
  const tenths = (one: string, other: string) => Math.floor(contrastRatio(one, other) * 10) / 10;
  const tint = readableColourOnDark(hex);
  return {
    light: { colour: hex, ground: paper, ratio: tenths(hex, paper) },
    dark: { colour: tint, ground: darkSurface, ratio: tenths(tint, darkSurface) },
  };
}
