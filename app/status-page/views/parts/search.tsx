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
  /** The days of an uptime report, which the search keeps; absent on the front. */
  report?: { first: string; last: string };
}

/** A plain form; the server searches in what it reads anyway. */
export function ComponentSearchForm({ frame, query, found, all, report }: ComponentSearchFormProps) {
  const { t } = frame.words;
  const home = frame.prefix || "/";
  const path = report ? `${frame.prefix}/uptime` : `${home}#components`;
  return (
    <>
      <form class="find" action={path}>
        {report ? <input type="hidden" name="from" value={report.first} /> : null}
        {report ? <input type="hidden" name="to" value={report.last} /> : null}
        <label for="find">{t("search.label")}</label>
        <input id="find" name="q" type="search" value={query ?? ""} autocomplete="off" />
        <button type="submit">{t("search.button")}</button>
      </form>
      {query === null ? null : (
        <p class="ways">
          <span>{t("search.found", { found, all })}</span>
          <a href={report ? `${path}?from=${report.first}&to=${report.last}` : home}>{t("search.all")}</a>
        </p>
      )}
    </>
  );
}
