import chartRules, { mark as chartMark } from "~/chart/chart.css?rules";
import { readableColourOnDark } from "~/text/contrast";
import type { Theme } from "~/text/theme";
import { renderCache } from "../parts/drawing-cache";
import publicRules, { mark as publicMark } from "../styles/public.css?rules";
import darkRules, { mark as darkMark } from "../styles/public-dark.css?rules";
import formRules, { mark as formMark } from "../styles/public-forms.css?rules";
import { stylesheetText } from "./first-sheet";

const colour = /^#[0-9a-f]{6}$/i;

/** Features of a page that need styles: a form, a chart. */
export interface PageStyleNeeds {
  accent: string | null;
  /** Null = as the reader's system is set. */
  theme: Theme | null;
  form?: boolean | undefined;
  chart?: boolean | undefined;
}

/** Media of the dark styles; print is always light. */
const darkWithin = { system: "@media screen and (prefers-color-scheme:dark)", dark: "@media screen" };

/** Changes with the sheets: a page kept by a browser may be reused only with the policy that names its styles. */
export const stylesheetsVersion: string = [publicMark, darkMark, formMark, chartMark]
  .map((mark) => mark.slice(0, 4))
  .join("");

/** The default accent, as in ../styles/public.css. */
const ownAccent = "#1f5f4a";

const accentStyle = (accent: string) => `:root{--accent:${accent};--lit:${readableColourOnDark(accent)}}`;

const keepSheet = renderCache<string>(200);

function draw({ theme, form, chart }: PageStyleNeeds, accent: string, names: ReadonlySet<string>): string {
  const rules = [...publicRules, ...(form ? formRules : []), ...(chart ? chartRules : [])];
  const dark = theme === "light" ? "" : `${darkWithin[theme ?? "system"]}{${stylesheetText(darkRules, names)}}`;
  return stylesheetText(rules, names) + dark + accentStyle(accent);
}

/**
 * Returns the style sheet of a public page, which is inlined so that the first response is complete. It has only the
 * rules that can apply to the page (half of them), then the page's accent and the dark styles.
 */
export function pageStylesheet(worn: PageStyleNeeds, names: ReadonlySet<string>): string {
  const { accent, theme, form, chart } = worn;
  const ours = accent !== null && colour.test(accent) ? accent : ownAccent;
  const key = `${ours} ${theme} ${form === true} ${chart === true} ${[...names].join(" ")}`;
  return keepSheet(key, () => draw(worn, ours, names));
}
