import { type Failure, fail, missingFailure, ok, type Result } from "~/failures/failure";
import { problemResponse } from "~/http/problem";
import { dateFormats } from "~/i18n/dates";
import { localiseTitle } from "~/i18n/said-title";
import { readWords } from "~/i18n/words";
import { type OembedFormat, oembedFormats } from "~/pages/rules/page-links";
import type { Ctx } from "~/platform/ctx";
import { fnvHash } from "~/text/short-hash";
import { zonedIsoTime } from "~/time/local-time";
import {
  type OembedBounds,
  type OembedSubject,
  oembedFieldsOf,
  oembedMediaTypeByFormat,
  oembedText,
} from "../formats/oembed-fields";
import { publishedIncidentSource, readEventFromDocumentOrRows } from "../history/event-story";
import { readHomeSlug } from "../home";
import type { ServedPage } from "../rules/seen-page";
import { readVisiblePage } from "../see";
import { type OembedTarget, oembedTargetOf } from "./oembed-target";
import { crossOriginHeaders, publicFormatResponse } from "./public-answer";

/** Cache time in seconds. */
const cacheSeconds = 300;

/** Reads a bound in whole pixels; anything else is as if it were not given. */
function boundOf(text: string | null): number | null {
  const pixels = /^\d{1,5}$/.test(text ?? "") ? Number(text) : 0;
  return pixels > 0 ? pixels : null;
}

const boundsOf = (searchParams: URLSearchParams): OembedBounds => ({
  maxWidth: boundOf(searchParams.get("maxwidth")),
  maxHeight: boundOf(searchParams.get("maxheight")),
});

const formatOf = (searchParams: URLSearchParams): OembedFormat | undefined => {
  const name = searchParams.get("format") ?? "json";
  return oembedFormats.find((format) => format === name);
};

/** Responds with 501, as the specification requires (https://oembed.com, 2.3.4). */
const unknownFormat = (requestId: string): Response =>
  new Response(
    JSON.stringify({
      type: "/problems/unsupported",
      title: "Unsupported format",
      status: 501,
      detail: `Accepted: ${oembedFormats.join(", ")}.`,
      request_id: requestId,
    }),
    { status: 501, headers: { "content-type": "application/problem+json", ...crossOriginHeaders } },
  );

/** Reads a page that anyone may embed: public, and not asking to be left out elsewhere. */
async function embeddablePage(ctx: Ctx, { slug }: OembedTarget): Promise<Result<ServedPage>> {
  const home = slug === null ? await readHomeSlug(ctx) : ok(slug);
  if (!home.ok) return home;
  if (home.value === null) return missingFailure;
  const seen = await readVisiblePage(ctx, { slug: home.value });
  return seen.ok && seen.value.snapshot.page.noindex ? missingFailure : seen;
}

async function subjectOf(ctx: Ctx, { snapshot }: ServedPage, id: string | null): Promise<Result<OembedSubject>> {
  const { name, url, language, timeZone } = snapshot.page;
  const page = { pageName: name, pageUrl: url };
  if (id === null) return ok(page);
  const found = await readEventFromDocumentOrRows(ctx, snapshot, id, publishedIncidentSource);
  if (!found.ok) return found.failure.name === "gone" ? missingFailure : fail(found.failure);
  const { story } = found.value;
  const words = await readWords(ctx, language);
  const incident = {
    title: localiseTitle(words, story),
    url: `${url}/incidents/${encodeURIComponent(story.id)}`,
    started: dateFormats(words.language, timeZone).full(story.startedAt),
    startedIso: zonedIsoTime(story.startedAt, timeZone),
  };
  return ok({ ...page, incident });
}

/**
 * Responds to `/oembed?url=…` (https://oembed.com) for a page or an incident on the requested host. Private pages and
 * those without previews get the same response as a foreign address. Without `url` it is the address of a page of that
 * name.
 */
export async function oembedResponse(request: Request, ctx: Ctx, url: URL, hostPage: boolean): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOriginHeaders);
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemOf({ name: "method", allow: ["GET", "HEAD"] });
  const { searchParams } = url;
  const format = formatOf(searchParams);
  if (format === undefined) return unknownFormat(ctx.requestId);
  const hostSlug = hostPage ? (url.pathname.split("/")[1] ?? "") : null;
  const target = oembedTargetOf(searchParams.get("url"), { url, origin: ctx.config.origin, hostSlug });
  if (!target) return problemOf(missingFailure.failure);
  const page = await embeddablePage(ctx, target);
  if (!page.ok) return problemOf(page.failure);
  const subject = await subjectOf(ctx, page.value, target.incidentId);
  if (!subject.ok) return problemOf(subject.failure);
  const body = oembedText(oembedFieldsOf(subject.value, boundsOf(searchParams)), format);
  return publicFormatResponse(request, {
    type: oembedMediaTypeByFormat[format],
    etag: `W/"oembed-${fnvHash(body).toString(36)}"`,
    staleSince: page.value.staleSince,
    seconds: cacheSeconds,
    body: () => body,
  });
}
