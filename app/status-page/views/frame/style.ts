import chartRules, { mark as chartMark } from "~/chart/chart.css?rules";
import { readableOnDark } from "~/text/contrast";
import type { Theme } from "~/text/theme";
import { keeping } from "../parts/kept";
import publicRules, { mark as publicMark } from "../styles/public.css?rules";
import darkRules, { mark as darkMark } from "../styles/public-dark.css?rules";
import formRules, { mark as formMark } from "../styles/public-forms.css?rules";
import { sheetOf } from "./first-sheet";

const colour = /^#[0-9a-f]{6}$/i;

/** What a page has besides its text: something to fill in, something drawn over time. */
export interface Worn {
  accent: string | null;
  /** Null = as the reader's system says. */
  theme: Theme | null;
  form?: boolean | undefined;
  chart?: boolean | undefined;
}

/** Paper is light whatever was chosen. */
const darkWithin = { system: "@media screen and (prefers-color-scheme:dark)", dark: "@media screen" };

/** Another one with other sheets. A page kept by a browser may only live on under the policy that names its own. */
export const sheetsMark: string = [publicMark, darkMark, formMark, chartMark].map((mark) => mark.slice(0, 4)).join("");

/** As ../styles/public.css has it. */
const ownAccent = "#1f5f4a";

const accentStyle = (accent: string) => `:root{--accent:${accent};--lit:${readableOnDark(accent)}}`;

const keepSheet = keeping<string>(200);

function draw({ theme, form, chart }: Worn, accent: string, names: ReadonlySet<string>): string {
  const rules = [...publicRules, ...(form ? formRules : []), ...(chart ? chartRules : [])];
  const dark = theme === "light" ? "" : `${darkWithin[theme ?? "system"]}{${sheetOf(darkRules, names)}}`;
  return sheetOf(rules, names) + dark + accentStyle(accent);
}

/**
 * The one sheet of a public page, inlined so that the first answer is the whole page: of all rules those that can apply to
 * what it shows, which are half of them; then the page's accent, and what it is in the dark.
 */
export function sheetFor(worn: Worn, names: ReadonlySet<string>): string {
  const { accent, theme, form, chart } = worn;
  const ours = accent !== null && colour.test(accent) ? accent : ownAccent;
  const key = `${ours} ${theme} ${form === true} ${chart === true} ${[...names].join(" ")}`;
  return keepSheet(key, () => draw(worn, ours, names));
}
