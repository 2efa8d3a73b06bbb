/** @jsxImportSource ~/html */
import { titleIn } from "~/i18n/said-title";
import type { SaidTitle } from "~/text/said-title";
import type { Frame } from "./frame";

export interface TitleFacts {
  title: string;
  titleSaid?: SaidTitle;
}

/** Returns the language of a title, if it differs from that of the page's words. */
export const titleLanguage = (frame: Frame, { titleSaid }: TitleFacts): string | undefined =>
  titleSaid ? undefined : frame.written;

/** Shows a title that links to its page. */
export const TitleLink = ({ frame, of, href }: { frame: Frame; of: TitleFacts; href: string }) => (
  <a href={href} dir="auto" lang={titleLanguage(frame, of)}>
    {titleIn(frame.words, of)}
  </a>
);
