import type { ReaderSettings } from "~/http/reader";
import { dateFormats } from "~/i18n/dates";
import { langAttribute } from "~/i18n/languages";
import type { Words } from "~/i18n/words";
import { minuteMs } from "~/time/durations";
import { freshnessCacheKey, type ServedPage } from "../../rules/seen-page";
import { shownAgesCacheKey } from "../parts/ago-text";
import { isReloadChosen, preservedUrlQuery } from "../parts/as-of-note";
import type { RenderContext } from "../parts/frame";
import { stylesheetsVersion } from "./style";

/** One page as seen by one reader. */
export interface PageRenderContext {
  page: ServedPage;
  frame: RenderContext;
}

export interface PageReaderContext {
  now: number;
  hostPage: boolean;
  reader: ReaderSettings;
  /** Its address, without the query if absent. */
  url?: string;
}

/** Returns the reader's language, or the page's own if the reader chose none. */
export const readerLanguageOf = ({ snapshot }: ServedPage, { language }: ReaderSettings): string =>
  language ?? snapshot.page.language;

/**
 * Builds the context. Its words are in the language of `readerLanguageOf`; times are in the page's zone unless the
 * reader has chosen one.
 */
export function pageRenderContextOf(
  page: ServedPage,
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

/** Returns a key of every setting of the reader on which the rendering of a document depends. */
export const renderContextKey = ({ words, dates, theme, prefix }: RenderContext): string =>
  [words.language, encodeURIComponent(dates.zone), theme ?? "system", prefix === "" ? "h" : "s"].join("-");

/** In all time zones, midnight falls on a quarter of an hour: within a quarter, the same page has the same text. */
const quarterHourMs = 15 * minuteMs;

/** Returns the minute of the rendering, which is shown on the page. */
const minuteOf = ({ now }: Pick<RenderContext, "now">): number => Math.floor(now / minuteMs);

/** Returns the time until which the rendered page is reused (memory), in ms; the page's script counts from there. */
export const endOfRenderMinute = (frame: Pick<RenderContext, "now">): number => (minuteOf(frame) + 1) * minuteMs;

/**
 * Returns a tag that changes with the page's content, and with the steps of shown ages, but not with each new time of
 * the state; open tabs send it. Null when nothing may be kept: for a private page, or a copy while the database is
 * away. It uses the document's time instead of its revision, so that it stays the same after a restore.
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
