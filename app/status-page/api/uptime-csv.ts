import { readerKeyringOf } from "~/auth/keyring";
import { type Failure, fail, missingFailure, ok, type Result } from "~/failures/failure";
import { englishText } from "~/failures/refusal";
import { clientAddressOf } from "~/http/client-address";
import { problemResponse } from "~/http/problem";
import { englishWords } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import type { ReportRange } from "~/time/report-range";
import type { ServedPage } from "../rules/seen-page";
import { readVisiblePage } from "../see";
import { exportUptimeReportCsv, exportUptimeReportDaysCsv } from "../uptime/csv";
import { reportRangeOf } from "../uptime/uptime-subject";
import { crossOriginHeaders } from "./public-answer";

/** Returns the requested days. Problems are in English, as everywhere in answers to programs. */
function rangeAsked(page: ServedPage, { searchParams }: URL, now: number): Result<ReportRange> {
  const { t } = englishWords;
  const answer = reportRangeOf(page, { from: searchParams.get("from"), to: searchParams.get("to") }, now);
  if (answer?.ok) return ok(answer.range);
  if (!answer) return missingFailure;
  const message = t(`report.${answer.problem}`, { since: answer.since });
  return fail({ name: "invalid", fields: { [answer.field]: englishText(message) } });
}

const fileName = ({ snapshot }: ServedPage, { first, last }: ReportRange, byDay: boolean) =>
  `${snapshot.page.slug}-uptime-${first}-${last}${byDay ? "-days" : ""}.csv`;

/** Marks the answer as uncacheable, because its rows are live, and keeps it out of search results. */
function answer(page: ServedPage, csv: string, name: string, isHead: boolean): Response {
  const headers = new Headers({
    ...(page.isPrivate ? {} : crossOriginHeaders),
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": `attachment; filename="${name}"`,
    "x-robots-tag": "noindex",
  });
  return new Response(isHead ? null : `\u{feff}${csv}\r\n`, { headers });
}

/**
 * Responds to `/:page/uptime.csv?from=&to=` with the report as CSV (RFC 4180): a row for each component, or with
 * `by=day` for each component and day. 422 for invalid dates; 429 when a network requests too often; unknown and
 * private pages get the same 404; 503 while the database is away.
 */
export async function uptimeCsvResponse(request: Request, ctx: Ctx, url: URL): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOriginHeaders);
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemOf({ name: "method", allow: ["GET", "HEAD"] });
  const slug = url.pathname.split("/")[1] ?? "";
  const seen = await readVisiblePage(ctx, { slug }, readerKeyringOf(request, ctx.config.origin));
  if (!seen.ok) return problemOf(seen.failure);
  const range = rangeAsked(seen.value, url, ctx.now());
  if (!range.ok) return problemOf(range.failure);
  const byDay = url.searchParams.get("by") === "day";
  const write = byDay ? exportUptimeReportDaysCsv : exportUptimeReportCsv;
  const csv = await write(ctx, seen.value, range.value, clientAddressOf(request));
  if (!csv.ok) return problemOf(csv.failure);
  return answer(seen.value, csv.value, fileName(seen.value, range.value, byDay), request.method === "HEAD");
}
