/** @jsxImportSource ~/html */
import { outdatedReason, outdatedSentence } from "~/i18n/outdated-words";
import { sentenceSeparator } from "~/i18n/word-speaker";
import type { ServedPage } from "../../rules/seen-page";
import type { RenderContext } from "../parts/frame";

/** Shows notices: the page is a copy while the database is away, checks have stopped, or work is overdue. */
export function PageFreshnessBanners({ frame, page }: { frame: RenderContext; page: ServedPage }) {
  const { words, dates, now } = frame;
  const gap = sentenceSeparator(words.language);
  return (
    <>
      {page.staleSince === null ? null : (
        <p class="notice" role="status">
          <strong>{words.t("fresh.stale", { time: dates.dated(page.staleSince, now) })}</strong>
          {gap}
          {words.t("fresh.stale_about")}
        </p>
      )}
      {page.outdated === null ? null : (
        <p class="notice" role="status">
          <strong>{outdatedSentence(words, page.outdated, dates.dated(page.outdated.since, now))}</strong>
          {gap}
          {outdatedReason(words, page.outdated)}
        </p>
      )}
    </>
  );
}
