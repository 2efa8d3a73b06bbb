import type { Reader } from "~/http/reader";
import { dates } from "~/i18n/dates";
import { writtenIn } from "~/i18n/languages";
import type { Words } from "~/i18n/words";
import { outdatedMark, type SeenPage } from "../../rules/seen";
import { ageMark } from "../parts/ago";
import { isRefreshing, queryShown } from "../parts/as-of";
import type { Frame } from "../parts/frame";
import { sheetsMark } from "./style";

/** One page being looked at by one reader. */
export interface Scene {
  page: SeenPage;
  frame: Frame;
}

export interface Looking {
  now: number;
  hostPage: boolean;
  reader: Reader;
  /** Its address; absent = one without a query. */
  url?: string;
}

/** Where the reader does not say how they want to read, the page's own language. */
export const languageOf = ({ snapshot }: SeenPage, { language }: Reader): string => language ?? snapshot.page.language;

/** The words are those of `languageOf`; times are of the page's own zone where the reader does not say theirs. */
export function sceneOf(page: SeenPage, spoken: Words, { now, hostPage, reader, url }: Looking): Scene {
  const { slug, language, timeZone } = page.snapshot.page;
  const frame = {
    words: spoken,
    dates: dates(spoken.language, reader.timeZone ?? timeZone),
    theme: reader.theme,
    prefix: hostPage ? "" : `/${slug}`,
    written: writtenIn(language, spoken.language),
    now,
    ...(url === undefined ? {} : { query: queryShown(url), refreshing: isRefreshing(url) }),
  };
  return { page, frame };
}

/** Everything of a reader that the rendering of one document depends on. */
export const readingOf = ({ words, dates, theme, prefix }: Frame): string =>
  [words.language, encodeURIComponent(dates.zone), theme ?? "system", prefix === "" ? "h" : "s"].join("-");

/** Midnights of all zones lie on quarters of an hour: within one, the same page reads the same. */
const quarter = 15 * 60_000;

const minute = 60_000;

/** The minute of the rendering stands on it. */
const minuteOf = ({ now }: Pick<Frame, "now">): number => Math.floor(now / minute);

/** Until then the page that was printed is handed out (memory): its script counts from there, ms. */
export const endOfMinute = (frame: Pick<Frame, "now">): number => (minuteOf(frame) + 1) * minute;

/**
 * Equal while nothing changes but as of when it is so, the step of an age included: what an open tab is asked for. Null for
 * what must not be kept: a private page, a copy of a database that is away. It stands on the page itself, which reads the same
 * where it is restored, so it has the time of the document and not its revision.
 */
export function tagOf({ page, frame }: Scene): string | null {
  const { snapshot, observedAt, staleSince, isPrivate } = page;
  if (staleSince !== null || isPrivate) return null;
  const parts = [snapshot.builtAt, observedAt, Math.floor(frame.now / quarter)];
  const name = parts.map((part) => part.toString(36)).join("-");
  return `${snapshot.page.slug}-${name}-${outdatedMark(page)}-${ageMark(page, frame.now)}-${sheetsMark}-${readingOf(frame)}`;
}

/** Equal when the rendering is equal. */
export function etagOf(scene: Scene): string | null {
  const tag = tagOf(scene);
  const numbers = [scene.page.snapshot.revision, minuteOf(scene.frame)].map((number) => number.toString(36));
  return tag && `W/"${tag}-${numbers.join("-")}"`;
}
