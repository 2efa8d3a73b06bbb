import type { MetaFunction } from "@remix-run/cloudflare";
import type { loader } from "~/pages/desk/page-layout.route";
import type { Viewer } from "../parts/viewer";

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

/**
 * Returns "Checkout API · Monitor · Acme · Upfront": the name of the thing comes first, because tabs are narrow. A page
 * whose loader failed has no name.
 */
export const namedPageTitleMeta =
  <Key extends string, Data>(
    wordsIn: (language: string) => { t(key: Key): string },
    key: Key,
    nameOf: (data: Data) => string,
  ): MetaFunction =>
  (args) => {
    const data = args.data as Data | undefined;
    const kind = wordsIn(languageOf(args.matches)).t(key);
    return pageTitleMeta(data ? `${nameOf(data)} · ${kind}` : kind)(args);
  };

/** Returns the same from a room's catalogue, in the viewer's language. */
export const translatedPageTitleMeta =
  <Key extends string>(wordsIn: (language: string) => { t(key: Key): string }, key: Key): MetaFunction =>
  (args) =>
    pageTitleMeta(wordsIn(languageOf(args.matches)).t(key))(args);
