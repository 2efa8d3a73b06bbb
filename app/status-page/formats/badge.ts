import type { BadgeStyle } from "~/pages/rules/page-links";
import type { StateLetter } from "~/status/state-letter";
import { stateMarkByLetter } from "~/status/state-mark";
import { escapeHtml } from "~/text/escape-html";
import { toPlainSentence, toPlainTextLine } from "./feed-text";
import { stateShapeSvg } from "./state-look";
import { shortenText, svgTextLengthAttributes, textWidth } from "./text-width";

/** The content of a badge, in the page's words. */
export interface BadgeContent {
  /** The name of the page or component; "" when it is not known. */
  label: string;
  state: string;
  letter: StateLetter;
  /** The whole badge as one sentence, for screen readers. */
  title: string;
  language: string;
  direction: "ltr" | "rtl";
}

interface BadgeStyleMetrics {
  height: number;
  size: number;
  /** Space left and right of each text. */
  padding: number;
  radius: number;
  weight: number;
  capitals: boolean;
  /** True when it has a darker line at its foot. */
  shaded: boolean;
}

const flat: BadgeStyleMetrics = {
  height: 20,
  size: 11,
  padding: 6,
  radius: 3,
  weight: 400,
  capitals: false,
  shaded: true,
};
const looks: Record<Exclude<BadgeStyle, "dot">, BadgeStyleMetrics> = {
  flat,
  "flat-square": { ...flat, radius: 0, shaded: false },
  "for-the-badge": {
    ...flat,
    height: 28,
    size: 12,
    padding: 10,
    radius: 0,
    weight: 700,
    capitals: true,
    shaded: false,
  },
};

const labelGround = "#333f39";
const maxLabelChars = 50;
const font = "Verdana,'DejaVu Sans',Geneva,sans-serif";
interface BadgeLine {
  text: string;
  width: number;
}

function line(text: string, { size, weight, capitals }: BadgeStyleMetrics, language: string): BadgeLine {
  const shown = capitals ? text.toLocaleUpperCase(language) : text;
  return { text: shown, width: textWidth(shown, size, weight) };
}

const letters = ({ text, width }: BadgeLine, x: number, y: number) =>
  `<text x="${x}" y="${y}"${svgTextLengthAttributes(text, width)}>${escapeHtml(text)}</text>`;

function frame({ title, language, direction }: BadgeContent, width: number, height: number, inside: string): string {
  const name = escapeHtml(title);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${name}" xml:lang="${escapeHtml(language)}" direction="${direction}"><title>${name}</title>${inside}</svg>`;
}

const fontOf = ({ size, weight }: BadgeStyleMetrics, fill: string) =>
  `fill="${fill}" font-family="${font}" font-size="${size}"${weight === 400 ? "" : ` font-weight="${weight}"`} text-anchor="middle"`;

/**
 * Draws a rectangle with rounded outer corners. Nothing has an id, so that two badges can be inlined in one document.
 */
function ground(
  x: number,
  width: number,
  { height, radius }: BadgeStyleMetrics,
  fill: string,
  sides: { left: boolean; right: boolean },
): string {
  const [left, right] = [sides.left ? radius : 0, sides.right ? radius : 0];
  const corner = (size: number, across: number, down: number) =>
    size > 0 ? `a${size} ${size} 0 0 1 ${across} ${down}` : "";
  const top = `M${x + left} 0H${x + width - right}${corner(right, right, right)}V${height - right}${corner(right, -right, right)}`;
  return `<path fill="${fill}" d="${top}H${x + left}${corner(left, -left, -left)}V${left}${corner(left, left, -left)}z"/>`;
}

/** Draws label and state side by side, in the reading direction; without a label, the state alone. */
function twoParts(badge: BadgeContent, look: BadgeStyleMetrics): string {
  const { height, size, padding, shaded } = look;
  const [label, state] = [badge.label, badge.state].map((text) => line(text, look, badge.language)) as [
    BadgeLine,
    BadgeLine,
  ];
  const first = label.text === "" ? 0 : label.width + 2 * padding;
  const second = state.width + 2 * padding;
  const width = first + second;
  const base = Math.round(height / 2 + size * 0.36);
  const mirrored = badge.direction === "rtl" && first > 0;
  const [labelAt, stateAt] = mirrored ? [second, 0] : [0, first];
  const grounds = [
    first > 0 ? ground(labelAt, first, look, labelGround, { left: !mirrored, right: mirrored }) : "",
    ground(stateAt, second, look, stateMarkByLetter[badge.letter].text, {
      left: mirrored || first === 0,
      right: !mirrored,
    }),
    shaded ? `<path fill="#000" fill-opacity=".15" d="M3 ${height - 1}h${width - 6}v1H3z"/>` : "",
  ];
  const said = `${first > 0 ? letters(label, labelAt + first / 2, base) : ""}${letters(state, stateAt + second / 2, base)}`;
  return frame(badge, width, height, `${grounds.join("")}<g ${fontOf(look, "#fff")}>${said}</g>`);
}

/** Draws the state's shape and word on its own ground, so that it is readable on any background. */
function dot(badge: BadgeContent): string {
  const state = line(badge.state, flat, badge.language);
  const width = state.width + 27;
  const ground = `<rect x=".5" y=".5" width="${width - 1}" height="19" rx="9.5" fill="#fff" stroke="#cfd6d1"/>`;
  const [shapeAt, textAt] = badge.direction === "rtl" ? [width - 10, 9 + state.width / 2] : [10, 18 + state.width / 2];
  const text = `<g ${fontOf(flat, "#17201c")}>${letters(state, textAt, 14)}</g>`;
  return frame(badge, width, 20, `${ground}${stateShapeSvg(badge.letter, shapeAt, 10, 4.5)}${text}`);
}

const cleaned = (badge: BadgeContent): BadgeContent => ({
  ...badge,
  label: shortenText(toPlainTextLine(badge.label), maxLabelChars),
  state: toPlainSentence(badge.state),
  title: toPlainSentence(badge.title),
});

/** Writes the badge as a self-contained SVG: no script, no style, nothing to fetch. */
export function badgeSvg(badge: BadgeContent, style: BadgeStyle): string {
  const shown = cleaned(badge);
  return style === "dot" ? dot(shown) : twoParts(shown, looks[style]);
}

/** Seconds for which shields.io caches it: the least that it accepts. */
const shieldsCacheSeconds = 300;

/**
 * Returns the schema of shields.io/endpoint. With "isError" set, the reader's address cannot change the colour to
 * green.
 */
export function badgeJson(badge: BadgeContent): Record<string, unknown> {
  const { label, state, letter } = cleaned(badge);
  return {
    schemaVersion: 1,
    label,
    message: state,
    color: stateMarkByLetter[letter].text.slice(1),
    isError: letter !== "o",
    cacheSeconds: shieldsCacheSeconds,
  };
}
