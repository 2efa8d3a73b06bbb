import chartCss from "~/styles/chart.css?inline";
import publicCss from "~/styles/public.css?inline";
import formCss from "~/styles/public-forms.css?inline";

const publicStyle: string = publicCss.trim();
/** Only where something is drawn over time. */
export const chartStyle: string = chartCss.trim();
/** Only where something is to be filled in. */
export const formStyle: string = formCss.trim();

const colour = /^#[0-9a-f]{6}$/i;

/** The one stylesheet of all public pages, inlined so that the first answer is the whole page; then the page's accent. */
export const stylesFor = (accent: string | null): string[] =>
  accent !== null && colour.test(accent) ? [publicStyle, `:root{--accent:${accent}}`] : [publicStyle];
