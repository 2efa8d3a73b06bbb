import type { MetaFunction } from "@remix-run/cloudflare";
import type { loader } from "~/pages/desk/page-layout.route";
import type { Viewer } from "../parts/viewer";
import { errorReasonOf } from "./error-reason";
import { isTabDataLoaded } from "./tab-state";
import { errorStatusOf, thrownFailureOf } from "./thrown-failure";
import { wordsIn as frameWordsIn } from "./words";

type PageLayoutData = Awaited<ReturnType<typeof loader>>;

/** Returns "Incidents · Acme · Upfront": the place and the page. */
export const pageTitleMeta =
  (place: string): MetaFunction =>
  ({ matches }) => {
    const layout = matches.find(({ id }) => id === "pages/desk/page-layout.route")?.data as PageLayoutData | undefined;
    return [{ title: [place, layout?.page.name, "Upfront"].filter(Boolean).join(" · ") }];
  };

/** Returns the language that root's loader read from the request. */
const languageOf = (matches: readonly { id: string; data: unknown }[]): string =>
  (matches.find(({ id }) => id === "root")?.data as Viewer | undefined)?.language ?? "en";

/** Returns the text at a place of the loader's data, such as `monitor.name`; "" when it has none. */
function textAt(data: unknown, path: string): string {
  const found = path
    .split(".")
    .reduce<unknown>((value, key) => (typeof value === "object" && value !== null ? value[key as never] : null), data);
  return typeof found === "string" ? found : "";
}

/**
 * Returns "Checkout API · Monitor · Acme · Upfront": the name of the thing comes first, because tabs are narrow. `name` is
 * its place in the loader's data; a page whose loader failed has none.
 */
export const namedPageTitleMeta =
  <Key extends string>(wordsIn: (language: string) => { t(key: Key): string }, key: Key, name: string): MetaFunction =>
  ({ data, ...args }) => {
    const place = [textAt(data, name), wordsIn(languageOf(args.matches)).t(key)].filter(Boolean).join(" · ");
    return pageTitleMeta(place)({ data, ...args });
  };

/** Returns the same from a room's catalogue, in the viewer's language. */
export const translatedPageTitleMeta =
  <Key extends string>(wordsIn: (language: string) => { t(key: Key): string }, key: Key): MetaFunction =>
  (args) =>
    pageTitleMeta(wordsIn(languageOf(args.matches)).t(key))(args);

/** Returns the same for a room that cannot be shown, from why; a room that is shown has a title of its own instead. */
export const errorPageTitleMeta: MetaFunction = (args) => {
  if (args.error === undefined) return pageTitleMeta("")(args);
  const { code, language } = thrownFailureOf(args.error) ?? {};
  const reason = errorReasonOf(errorStatusOf(args.error), code, args.location.pathname);
  return pageTitleMeta(frameWordsIn(language ?? languageOf(args.matches)).t(`error_title.${reason}`))(args);
};

/** Returns the same with a count before it, such as "(3) Now · Acme · Upfront"; nothing counted has no count. */
export const countedPageTitleMeta =
  <Key extends string>(
    wordsIn: (language: string) => { t(key: Key): string },
    key: Key,
    countOf: (data: unknown) => number,
  ): MetaFunction =>
  (args) => {
    const count = isTabDataLoaded(args.data) ? countOf(args.data) : 0;
    const place = wordsIn(languageOf(args.matches)).t(key);
    const { t } = frameWordsIn(languageOf(args.matches));
    return pageTitleMeta(count > 0 ? t("title.counted", { number: String(count), place }) : place)(args);
  };
