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
 * Returns the colour itself when it is dark enough to be read on white, else the nearest darker one of the same hue.
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

/** Returns the colour itself when it reads well on a dark background (6:1), else the nearest lighter tint of it. */
export function readableColourOnDark(hex: string): string {
  const parts = partsOf(hex);
  const lighter = (part: number, share: number) => part + ((255 - part) * share) / 100;
  for (let share = 0; share < 100; share++) {
    const tint = hexOf([lighter(parts[0], share), lighter(parts[1], share), lighter(parts[2], share)]);
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
