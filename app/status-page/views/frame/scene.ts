import type { Reader } from "~/http/reader";
import { dates } from "~/i18n/dates";
import { writtenIn } from "~/i18n/languages";
import type { Words } from "~/i18n/words";
import { outdatedMark, type SeenPage } from "../../rules/seen";
import { ageMark } from "../parts/ago";
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
}

/** Where the reader does not say how they want to read, the page's own language. */
export const languageOf = ({ snapshot }: SeenPage, { language }: Reader): string => language ?? snapshot.page.language;

/** The words are those of `languageOf`; times are of the page's own zone where the reader does not say theirs. */
export function sceneOf(page: SeenPage, spoken: Words, { now, hostPage, reader }: Looking): Scene {
  const { slug, language, timeZone } = page.snapshot.page;
  const frame = {
    words: spoken,
    dates: dates(spoken.language, reader.timeZone ?? timeZone),
    theme: reader.theme,
    prefix: hostPage ? "" : `/${slug}`,
    written: writtenIn(language, spoken.language),
    now,
  };
  return { page, frame };
}

/** Everything of a reader that the rendering of one document depends on. */
export const readingOf = ({ words, dates, theme, prefix }: Frame): string =>
  [words.language, encodeURIComponent(dates.zone), theme ?? "system", prefix === "" ? "h" : "s"].join("-");

/** Midnights of all zones lie on quarters of an hour: within one, the same page reads the same. */
const quarter = 15 * 60_000;

/** Equal when the rendering is equal, the step of an age included; null for what must not be kept: a private page, a copy of a database that is away. */
export function etagOf({ page, frame }: Scene): string | null {
  const { snapshot, observedAt, staleSince, isPrivate } = page;
  if (staleSince !== null || isPrivate) return null;
  const parts = [snapshot.revision, snapshot.builtAt, observedAt, Math.floor(frame.now / quarter)];
  const name = parts.map((part) => part.toString(36)).join("-");
  return `W/"${snapshot.page.slug}-${name}-${outdatedMark(page)}-${ageMark(page, frame.now)}-${sheetsMark}-${readingOf(frame)}"`;
}
