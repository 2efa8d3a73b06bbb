/** @jsxImportSource ~/html */
import type { UptimeReport } from "../../uptime/read";
import { countReportRows } from "../../uptime/rules/matching-report";
import type { RenderContext } from "../parts/frame";

interface UptimeSearchFormProps {
  frame: RenderContext;
  report: UptimeReport;
  query: string | null;
  /** Number of components shown. */
  found: number;
}

/** Finds components in a long report; it keeps the report's days. */
export function UptimeSearchForm({ frame, report, query, found }: UptimeSearchFormProps) {
  const { t } = frame.words;
  const { first, last } = report.range;
  const path = `${frame.prefix}/uptime`;
  return (
    <>
      <form class="find" action={path}>
        <input type="hidden" name="from" value={first} />
        <input type="hidden" name="to" value={last} />
        <label for="find">{t("search.label")}</label>
        <input id="find" name="q" type="search" value={query ?? ""} autocomplete="off" />
        <button type="submit">{t("search.button")}</button>
      </form>
      {query === null ? null : (
        <p class="ways">
          <span>{t("search.found", { found, all: countReportRows(report) })}</span>
          <a href={`${path}?from=${first}&to=${last}`}>{t("search.all")}</a>
        </p>
      )}
    </>
  );
}
