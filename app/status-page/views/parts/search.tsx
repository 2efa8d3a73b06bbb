/** @jsxImportSource ~/html */
import type { Frame } from "./frame";

/** Pages with more of them than this have a form to find one with. */
export const searchedFrom = 20;

/** What is looked for, as the address says it; null = everything is shown. Such a page is kept nowhere. */
export function queryOf({ url }: Request): string | null {
  return isSearch(url) ? new URL(url).searchParams.get("q") : null;
}

export const isSearch = (url: string): boolean => /[?&]q=/.test(url);

interface SearchProps {
  frame: Frame;
  query: string | null;
  /** How many are shown, and of how many. */
  found: number;
  all: number;
}

/** A plain form: the server looks, in the document that it reads anyway. */
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
