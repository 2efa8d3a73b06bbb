import type { ReaderSettings } from "~/http/reader";
import { dateFormats } from "~/i18n/dates";
import { langAttribute } from "~/i18n/languages";
import type { Words } from "~/i18n/words";
import { minuteMs } from "~/time/durations";
import { freshnessCacheKey, type VisiblePage } from "../../rules/seen-page";
import { shownAgesCacheKey } from "../parts/ago-text";
import { isReloadChosen, preservedUrlQuery } from "../parts/as-of-note";
import type { RenderContext } from "../parts/frame";
import { stylesheetsVersion } from "./style";

/** One page as seen by one reader. */
export interface PageRenderContext {
  page: VisiblePage;
  frame: RenderContext;
}

export interface PageReaderContext {
  now: number;
  hostPage: boolean;
  reader: ReaderSettings;
  /** Its address; absent = one without a query. */
  url?: string;
}

/** Returns the reader's language, else the page's own. */
export const readerLanguageOf = ({ snapshot }: VisiblePage, { language }: ReaderSettings): string =>
  language ?? snapshot.page.language;

/**
 * Builds the scene. The words are those of `readerLanguageOf`; times are in the page's zone when the reader has not chosen
 * one.
 */
export function pageRenderContextOf(
  page: VisiblePage,
  spoken: Words,
  { now, hostPage, reader, url }: PageReaderContext,
): PageRenderContext {
  const { slug, language, timeZone } = page.snapshot.page;
  const frame = {
    words: spoken,
    dates: dateFormats(spoken.language, reader.timeZone ?? timeZone),
    theme: reader.theme,
    prefix: hostPage ? "" : `/${slug}`,
    written: langAttribute(language, spoken.language),
    now,
    ...(url === undefined ? {} : { query: preservedUrlQuery(url), refreshing: isReloadChosen(url) }),
  };
  return { page, frame };
}

/** Returns everything of a reader on which the rendering of a document depends. */
export const renderContextKey = ({ words, dates, theme, prefix }: RenderContext): string =>
  [words.language, encodeURIComponent(dates.zone), theme ?? "system", prefix === "" ? "h" : "s"].join("-");

/** Midnights of all zones lie on quarters of an hour: within one, the same page reads the same. */
const quarterHourMs = 15 * minuteMs;

/** Returns the minute of the rendering, which is shown on the page. */
const minuteOf = ({ now }: Pick<RenderContext, "now">): number => Math.floor(now / minuteMs);

/** Returns until when the printed page is reused (memory); its script counts from there, ms. */
export const endOfRenderMinute = (frame: Pick<RenderContext, "now">): number => (minuteOf(frame) + 1) * minuteMs;

/**
 * Returns a tag that stays equal while only the time of the state changes, apart from the steps of shown ages: open
 * tabs ask with it. Null for what must not be kept: a private page, a copy while the database is away. It has the
 * document's time and not its revision, so that it stays the same after a restore.
 */
export function pageContentTagOf({ page, frame }: PageRenderContext): string | null {
  const { snapshot, observedAt, staleSince, isPrivate } = page;
  if (staleSince !== null || isPrivate) return null;
  const parts = [snapshot.builtAt, observedAt, Math.floor(frame.now / quarterHourMs)];
  const name = parts.map((part) => part.toString(36)).join("-");
  return `${snapshot.page.slug}-${name}-${freshnessCacheKey(page)}-${shownAgesCacheKey(page, frame.now)}-${stylesheetsVersion}-${renderContextKey(frame)}`;
}

/** Returns an ETag that is equal when the rendering is equal. */
export function pageEtagOf(scene: PageRenderContext): string | null {
  const tag = pageContentTagOf(scene);
  const numbers = [scene.page.snapshot.revision, minuteOf(scene.frame)].map((number) => number.toString(36));
  return tag && `W/"${tag}-${numbers.join("-")}"`;
}
