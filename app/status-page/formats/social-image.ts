import type { StateLetter } from "~/status/state-letter";
import { stateMarkByLetter } from "~/status/state-mark";
import { escapeHtml } from "~/text/escape-html";
import { toPlainSentence, toPlainTextLine } from "./feed-text";
import { stateShapeSvg } from "./state-look";
import { cutToWidth, svgTextLengthAttributes, textWidth } from "./text-width";

/** The content of a link's preview image, in the page's words. */
export interface SocialImageContent {
  /** Name and state as one text, for screen readers. */
  title: string;
  name: string;
  state: string;
  letter: StateLetter;
  /** The instant of the data, as text. */
  time: string;
  accent: string;
  language: string;
  direction: "ltr" | "rtl";
}

const [width, height, margin] = [1200, 630, 90];
const textWidthPx = width - 2 * margin;
/** Space for the shape before the state's text. */
const indentPx = 96;

interface SocialImageLine {
  text: string;
  size: number;
  weight: number;
  width: number;
}

interface LineFontSizes {
  size: number;
  least: number;
  weight?: number;
}

/** Fits a line into a width by making it smaller, down to `least`, and then cutting it. */
function fitted(text: string, { size, least, weight = 600 }: LineFontSizes, space: number): SocialImageLine {
  const whole = textWidth(text, size, weight);
  const fit = Math.max(least, Math.min(size, Math.floor((size * space) / Math.max(1, whole))));
  const shown = cutToWidth(text, fit, weight, space);
  return { text: shown, size: fit, weight, width: textWidth(shown, fit, weight) };
}

function letters({ text, size, weight, width: wide }: SocialImageLine, x: number, y: number, fill: string): string {
  return `<text x="${x}" y="${y}" fill="${fill}" font-size="${size}" font-weight="${weight}"${svgTextLengthAttributes(text, wide)}>${escapeHtml(text)}</text>`;
}

/** Draws 1200 × 630, the size that previews require: the name, the state as word, shape and colour, and its time. */
export function socialImageSvg(image: SocialImageContent): string {
  const { letter, accent, language, direction } = image;
  const [name, state, time] = [toPlainTextLine(image.name), toPlainSentence(image.state), toPlainTextLine(image.time)];
  const mirrored = direction === "rtl";
  const at = (offset: number) => (mirrored ? width - margin - offset : margin + offset);
  const title = escapeHtml(toPlainSentence(image.title));
  const inside = [
    `<rect width="${width}" height="${height}" fill="#fbfbf9"/><rect width="${width}" height="14" fill="${escapeHtml(accent)}"/>`,
    letters(fitted(name, { size: 56, least: 32 }, textWidthPx), at(0), 190, "#17201c"),
    stateShapeSvg(letter, at(32), 345, 32),
    letters(
      fitted(state, { size: 72, least: 36 }, textWidthPx - indentPx),
      at(indentPx),
      370,
      stateMarkByLetter[letter].text,
    ),
    letters(fitted(time, { size: 32, least: 24, weight: 400 }, textWidthPx), at(0), 530, "#56625c"),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" xml:lang="${escapeHtml(language)}" direction="${direction}" font-family="Verdana,'DejaVu Sans',Geneva,sans-serif"><title>${title}</title>${inside.join("")}</svg>`;
}
