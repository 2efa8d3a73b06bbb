/** @jsxImportSource ~/html */
import type { Frame } from "./frame";

/** Number of components above which a page has a search form. */
export const minComponentsForSearch = 20;

/** Returns the search text of the address; null = everything is shown. A search result is not kept in memory. */
export function queryOf({ url }: Request): string | null {
  return isSearch(url) ? new URL(url).searchParams.get("q") : null;
}

export const isSearch = (url: string): boolean => /[?&]q=/.test(url);

interface SearchProps {
  frame: Frame;
  query: string | null;
  /** Number of components shown, and of all. */
  found: number;
  all: number;
}

/** A plain form; the server searches in the document that it reads anyway. */
export function Search({ frame, query, found, all }: SearchProps) {
  const { t } = frame.words;
  const home = frame.prefix || "/";
  return (
    <>
      <form class="find" action={`${home}#components`}>
        <label for="find">{t("search.label")}</label>
        <input id="find" name="q" type="search" value={query ?? ""} autocomplete="off" />
        <button type="submit">{t("search.button")}</button>
      </form>
      {query === null ? null : (
        <p class="ways">
          <span>{t("search.found", { found, all })}</span>
          <a href={home}>{t("search.all")}</a>
        </p>
      )}
    </>
  );
}
