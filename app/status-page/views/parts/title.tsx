/** @jsxImportSource ~/html */
import { titleIn } from "~/i18n/said-title";
import type { SaidTitle } from "~/text/said-title";
import type { Frame } from "./frame";

export interface Titled {
  title: string;
  titleSaid?: SaidTitle;
}

/** In which language a title stands, where that is another one than the page's words. */
export const titleLanguage = (frame: Frame, { titleSaid }: Titled): string | undefined =>
  titleSaid ? undefined : frame.written;

/** A title that leads to its story. */
export const TitleLink = ({ frame, of, href }: { frame: Frame; of: Titled; href: string }) => (
  <a href={href} dir="auto" lang={titleLanguage(frame, of)}>
    {titleIn(frame.words, of)}
  </a>
);
