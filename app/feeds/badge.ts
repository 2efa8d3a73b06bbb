import type { BadgeStyle } from "../rules/page-links";
import { escapeHtml, plain } from "./feed-text";
import { type StateLetter, stateColours, stateShape } from "./state-look";
import { shortened, textWidth } from "./text-width";

/** What a badge says, in the page's words. */
export interface Badge {
  /** Of the page or component; "" where nothing is known of it. */
  label: string;
  state: string;
  letter: StateLetter;
  /** The whole as one sentence, for who cannot see it. */
  title: string;
  language: string;
  direction: "ltr" | "rtl";
}

interface Look {
  height: number;
  size: number;
  /** Left and right of each text. */
  padding: number;
  radius: number;
  weight: number;
  capitals: boolean;
  /** Darker towards the foot: white letters only gain by it. */
  shaded: boolean;
}

const flat: Look = { height: 20, size: 11, padding: 6, radius: 3, weight: 400, capitals: false, shaded: true };
const looks: Record<Exclude<BadgeStyle, "dot">, Look> = {
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
const longestLabel = 50;
const font = "Verdana,'DejaVu Sans',Geneva,sans-serif";
interface Line {
  text: string;
  width: number;
}

function line(text: string, { size, weight, capitals }: Look, language: string): Line {
  const shown = capitals ? text.toLocaleUpperCase(language) : text;
  return { text: shown, width: textWidth(shown, size, weight) };
}

/** Squeezed into its own width where a font is wider than expected: never clipped. */
const letters = ({ text, width }: Line, x: number, y: number) =>
  `<text x="${x}" y="${y}" textLength="${width}" lengthAdjust="spacingAndGlyphs">${escapeHtml(text)}</text>`;

function frame({ title, language, direction }: Badge, width: number, height: number, inside: string): string {
  const name = escapeHtml(title);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${name}" xml:lang="${escapeHtml(language)}" direction="${direction}"><title>${name}</title>${inside}</svg>`;
}

const fontOf = ({ size, weight }: Look, fill: string) =>
  `fill="${fill}" font-family="${font}" font-size="${size}"${weight === 400 ? "" : ` font-weight="${weight}"`} text-anchor="middle"`;

const shade = `<linearGradient id="s" x2="0" y2="1"><stop offset="0" stop-opacity="0"/><stop offset="1" stop-opacity=".12"/></linearGradient>`;

/** Label and state side by side; where there is no label, the state alone. */
function twoParts(badge: Badge, look: Look): string {
  const { height, size, padding, radius, shaded } = look;
  const [label, state] = [badge.label, badge.state].map((text) => line(text, look, badge.language)) as [Line, Line];
  const first = label.text === "" ? 0 : label.width + 2 * padding;
  const second = state.width + 2 * padding;
  const width = first + second;
  const base = Math.round(height / 2 + size * 0.36);
  const grounds = `<rect width="${first}" height="${height}" fill="${labelGround}"/><rect x="${first}" width="${second}" height="${height}" fill="${stateColours[badge.letter]}"/>${shaded ? `<rect width="${width}" height="${height}" fill="url(#s)"/>` : ""}`;
  const clip = `<clipPath id="r"><rect width="${width}" height="${height}" rx="${radius}"/></clipPath>`;
  const ground = radius > 0 ? `${clip}<g clip-path="url(#r)">${grounds}</g>` : `<g>${grounds}</g>`;
  const said = `${first > 0 ? letters(label, first / 2, base) : ""}${letters(state, first + second / 2, base)}`;
  const text = `<g ${fontOf(look, "#fff")}>${said}</g>`;
  return frame(badge, width, height, `${shaded ? shade : ""}${ground}${text}`);
}

/** The shape of the state and its word on a ground of its own, so that it can be read on any. */
function dot(badge: Badge): string {
  const state = line(badge.state, flat, badge.language);
  const width = state.width + 27;
  const ground = `<rect x=".5" y=".5" width="${width - 1}" height="19" rx="9.5" fill="#fff" stroke="#cfd6d1"/>`;
  const [shapeAt, textAt] = badge.direction === "rtl" ? [width - 10, 9 + state.width / 2] : [10, 18 + state.width / 2];
  const text = `<g ${fontOf(flat, "#17201c")}>${letters(state, textAt, 14)}</g>`;
  return frame(badge, width, 20, `${ground}${stateShape(badge.letter, shapeAt, 10, 4.5)}${text}`);
}

const cleaned = (badge: Badge): Badge => ({
  ...badge,
  label: shortened(plain(badge.label), longestLabel),
  state: plain(badge.state),
  title: plain(badge.title),
});

/** The badge as an SVG that stands alone: no script, no style, nothing to fetch. */
export function badgeSvg(badge: Badge, style: BadgeStyle): string {
  const shown = cleaned(badge);
  return style === "dot" ? dot(shown) : twoParts(shown, looks[style]);
}

/** How long shields.io keeps it, in seconds: the least that it takes. */
const shieldsKeep = 300;

/** The schema of shields.io/endpoint; an "error" there is a colour that the reader's address cannot change to green. */
export function badgeJson(badge: Badge): Record<string, unknown> {
  const { label, state, letter } = cleaned(badge);
  return {
    schemaVersion: 1,
    label,
    message: state,
    color: stateColours[letter].slice(1),
    isError: letter !== "o",
    cacheSeconds: shieldsKeep,
  };
}
