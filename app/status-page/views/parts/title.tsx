/** @jsxImportSource ~/html */
import { localiseTitle } from "~/i18n/said-title";
import type { AutomaticTitle } from "~/text/said-title";
import type { RenderContext } from "./frame";

export interface TitleFacts {
  title: string;
  titleSaid?: AutomaticTitle;
}

/** Returns the language of a title, if it differs from that of the page's words. */
export const titleLanguage = (frame: RenderContext, { titleSaid }: TitleFacts): string | undefined =>
  titleSaid ? undefined : frame.written;

/** Shows a title that links to its page. */
export const TitleLink = ({ frame, of, href }: { frame: RenderContext; of: TitleFacts; href: string }) => (
  <a href={href} dir="auto" lang={titleLanguage(frame, of)}>
    {localiseTitle(frame.words, of)}
  </a>
);
