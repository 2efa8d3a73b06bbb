/** @jsxImportSource ~/html */
import type { Child } from "~/html/jsx-runtime";
import { sentenceGap } from "~/i18n/speaking";
import type { Frame } from "./frame";
import { say } from "./say";
import { ZonedTime } from "./time-text";

/** Minutes after which a page that its reader wants to keep current is loaded again. */
export const refreshMinutes = 5;

const choice = `refresh=${refreshMinutes}`;

/** The reader's own choice (WCAG 2.2.1): nothing is loaded again unless they ask for it. */
export const isRefreshing = (url: string): boolean => new RegExp(`[?&]${choice}(&|#|$)`).test(url);

/** Of a query only what public pages read; the rest would be somebody else's in a page that is kept. A component's range is its route's to say. */
const read = ["q", "month", "after", "from", "to"];

/** The query that leads to what is shown; "" where it is the address alone. */
export function queryShown(url: string): string {
  const given = new URL(url).searchParams;
  const kept = read.flatMap((name) => given.getAll(name).map((value) => [name, value.slice(0, 100)]));
  return new URLSearchParams(kept).toString();
}

function Way({ frame: { words, query = "", refreshing = false } }: { frame: Frame }) {
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
  frame: Pick<Frame, "words" | "dates" | "now">;
  children?: Child;
}

/** As of when it is so. Its script shows the second sentence where nobody knows any more. */
export function AsOfText({ frame, children = null }: AsOfProps) {
  const { words } = frame;
  const gap = sentenceGap(words.language);
  return (
    <p class="asof">
      {say(words, "fresh.as_of", { time: <ZonedTime frame={frame} at={frame.now} /> })}
      {gap}
      <strong>{words.t("fresh.old")}</strong>
      {gap}
      {children}
    </p>
  );
}

/** The same with how the page stays so. */
export const AsOf = ({ frame }: { frame: Frame }) => (
  <AsOfText frame={frame}>
    <Way frame={frame} />
  </AsOfText>
);
