/** @jsxImportSource ~/html */
import type { RenderContext } from "./frame";

/** Returns the search text of the address; null = everything is shown. A search result is not kept in memory. */
export function componentSearchText({ url }: Request): string | null {
  return isComponentSearchUrl(url) ? new URL(url).searchParams.get("q") : null;
}

export const isComponentSearchUrl = (url: string): boolean => /[?&]q=/.test(url);

interface ComponentSearchFormProps {
  frame: RenderContext;
  query: string | null;
  /** Number of components shown, and of all. */
  found: number;
  all: number;
}

/** A plain form; the server searches in the document that it reads anyway. */
export function ComponentSearchForm({ frame, query, found, all }: ComponentSearchFormProps) {
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
