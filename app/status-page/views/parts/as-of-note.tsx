/** @jsxImportSource ~/html */
import type { HtmlChild } from "~/html/jsx-runtime";
import { sentenceSeparator } from "~/i18n/word-speaker";
import type { RenderContext } from "./frame";
import { sentenceWithElements } from "./say";
import { ZonedTimeText } from "./time-text";

/** Minutes after which a page is reloaded if its reader wants that. */
export const pageReloadMinutes = 5;

const choice = `refresh=${pageReloadMinutes}`;

/** Returns true when the reader chose reloading (WCAG 2.2.1); nothing is reloaded otherwise. */
export const isReloadChosen = (url: string): boolean => new RegExp(`[?&]${choice}(&|#|$)`).test(url);

/**
 * The query parameters that public pages read. Others are left out, because a kept page would pass them on to other
 * readers. A component's range is added by its route.
 */
const read = ["q", "month", "component", "after", "from", "to"];

/** Returns the query that leads to what is shown; "" when the address alone does. */
export function preservedUrlQuery(url: string): string {
  const given = new URL(url).searchParams;
  const kept = read.flatMap((name) => given.getAll(name).map((value) => [name, value.slice(0, 100)]));
  return new URLSearchParams(kept).toString();
}

function Way({ frame: { words, query = "", refreshing = false } }: { frame: RenderContext }) {
  if (refreshing) return <a href={`?${query}`}>{words.t("fresh.refresh_stop")}</a>;
  const href = `?${query === "" ? "" : `${query}&`}${choice}`;
  return (
    <noscript>
      <a href={href} rel="nofollow">
        {words.t("fresh.refresh")}
      </a>
    </noscript>
  );
}

interface AsOfProps {
  frame: Pick<RenderContext, "words" | "dates" | "now">;
  children?: HtmlChild;
}

/** Shows the time of the state. The script shows the second sentence when the state may be outdated. */
export function AsOfText({ frame, children = null }: AsOfProps) {
  const { words } = frame;
  const gap = sentenceSeparator(words.language);
  return (
    <p class="asof">
      {sentenceWithElements(words, "fresh.as_of", { time: <ZonedTimeText frame={frame} at={frame.now} /> })}
      {gap}
      <strong>{words.t("fresh.old")}</strong>
      {gap}
      {children}
    </p>
  );
}

/** Shows the same, with a link for reloading. */
export const AsOfNote = ({ frame }: { frame: RenderContext }) => (
  <AsOfText frame={frame}>
    <Way frame={frame} />
  </AsOfText>
);
