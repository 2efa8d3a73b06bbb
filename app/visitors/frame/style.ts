import chartCss from "~/chart/chart.css?inline";
import { readableOnDark } from "~/rules/basics/contrast";
import type { Theme } from "~/rules/basics/theme";
import { keeping } from "../parts/kept";
import publicCss from "../styles/public.css?inline";
import darkCss from "../styles/public-dark.css?inline";
import formCss from "../styles/public-forms.css?inline";

const publicStyle: string = publicCss.trim();
/** Only where something is drawn over time. */
export const chartStyle: string = chartCss.trim();
/** Only where something is to be filled in. */
export const formStyle: string = formCss.trim();

const colour = /^#[0-9a-f]{6}$/i;

/** Paper is light whatever was chosen. */
const dark = {
  system: `@media screen and (prefers-color-scheme:dark){${darkCss.trim()}}`,
  dark: `@media screen{${darkCss.trim()}}`,
};

const foldIn = (sum: number, letter: string): number => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0;

/** Another one with other sheets. A page kept by a browser may only live on under the policy that names its own. */
export const sheetsMark: string = [...publicStyle, ...darkCss, ...formStyle, ...chartStyle]
  .reduce(foldIn, 7)
  .toString(36);

/** As ../styles/public.css has it. */
const ownAccent = "#1f5f4a";

const keepAccent = keeping<string>(200);

const accentStyle = (accent: string) =>
  keepAccent(accent, () => `:root{--accent:${accent};--lit:${readableOnDark(accent)}}`);

/** The one stylesheet of all public pages, inlined so that the first answer is the whole page; then the page's accent, and what it is in the dark. */
export function stylesFor(accent: string | null, theme: Theme | null): string[] {
  const sheets = theme === "light" ? [publicStyle] : [publicStyle, dark[theme ?? "system"]];
  return [...sheets, accentStyle(accent !== null && colour.test(accent) ? accent : ownAccent)];
}
