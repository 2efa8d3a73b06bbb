import { readerKeyringOf } from "~/auth/keyring";
import type { Failure } from "~/failures/failure";
import { type PageOrComponentPath, parsePageOrComponentPath } from "~/http/asked-place";
import { problemResponse } from "~/http/problem";
import { readWords, type Words } from "~/i18n/words";
import { calendarMaintenanceParam } from "~/pages/rules/page-links";
import type { Ctx } from "~/platform/ctx";
import { type CalendarWords, hasCalendarMaintenance, icalendarText as write } from "../formats/calendar";
import { findRequestedComponent } from "../rules/foreign-ids";
import type { RecentDocumentView } from "../rules/recent-document";
import type { ServedPage } from "../rules/seen-page";
import { readVisiblePage } from "../see";
import { readRecentDocumentView } from "../view-page";
import { feedWords } from "./feed-words";
import { crossOriginHeaders, lastModifiedDate, publicFormatResponse } from "./public-answer";

/** Incremented when the rendering changes while the documents do not. */
const renderingVersion = 2;

function askedOf(pathname: string): PageOrComponentPath | null {
  const path = /^\/([^/]+)\/(?:components\/([^/]+)\/)?calendar\.ics$/.exec(pathname);
  const [, slug = "", component] = path ?? [];
  return path && parsePageOrComponentPath(slug, component);
}

function calendarWords(words: Words): CalendarWords {
  const { t, list } = words;
  return {
    ...feedWords(words),
    incident: t("incident.kind"),
    maintenance: t("maintenance.kind"),
    open: t("calendar.open"),
    summary: (name, title) => t("calendar.summary", { name, title }),
    affects: (names) => t("calendar.affects", { components: list(names) }),
  };
}

/** The whole page, one of its components, or one maintenance window. */
type CalendarSubject = PageOrComponentPath & { maintenanceId: string | null };

interface CalendarContent {
  seen: ServedPage;
  older: RecentDocumentView;
  words: Words;
  now: number;
}

function answer(
  request: Request,
  asked: CalendarSubject,
  { seen, older, words, now }: CalendarContent,
): Response | null {
  const { recent } = older;
  const component = findRequestedComponent(recent, asked);
  if (component === null) return null;
  const { maintenanceId } = asked;
  const planned = seen.snapshot.maintenances;
  if (maintenanceId !== null && !hasCalendarMaintenance(recent, planned, maintenanceId)) return null;
  const parts = [renderingVersion, seen.snapshot.revision, seen.snapshot.builtAt, recent.revision, recent.builtAt];
  const stale = [seen.staleSince, older.staleSince].filter((at) => at !== null);
  return publicFormatResponse(request, {
    type: "text/calendar; charset=utf-8",
    etag: `W/"ics-${recent.page.slug}-${parts.map((part) => part.toString(36)).join("-")}-${words.language}-${encodeURIComponent(maintenanceId ?? asked.componentId ?? "")}"`,
    ...lastModifiedDate(Math.max(seen.snapshot.builtAt, recent.builtAt), now),
    staleSince: stale.length > 0 ? Math.min(...stale) : null,
    isPrivate: seen.isPrivate || older.isPrivate,
    noindex: recent.page.noindex,
    body: () => write(recent, planned, calendarWords(words), { component, maintenanceId }),
  });
}

/**
 * Responds to `/:page/calendar.ics` and to that of a component from both parts of the page, so two rows. An unknown
 * component, an unknown page and a private page get the same 404; 503 when the database is away and there is no copy.
 */
export async function calendarResponse(request: Request, ctx: Ctx, url: URL): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOriginHeaders);
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemOf({ name: "method", allow: ["GET", "HEAD"] });
  const asked = askedOf(url.pathname);
  if (!asked) return problemOf({ name: "missing" });
  const keys = readerKeyringOf(request, ctx.config.origin);
  const where = { slug: asked.slug };
  const [seen, older] = await Promise.all([
    readVisiblePage(ctx, where, keys),
    readRecentDocumentView(ctx, where, keys),
  ]);
  if (!seen.ok) return problemOf(seen.failure);
  if (!older.ok) return problemOf(older.failure);
  const words = await readWords(ctx, older.value.recent.page.language);
  const shown = { seen: seen.value, older: older.value, words, now: ctx.now() };
  const maintenanceId = url.searchParams.get(calendarMaintenanceParam);
  return answer(request, { ...asked, maintenanceId }, shown) ?? problemOf({ name: "missing" });
}
