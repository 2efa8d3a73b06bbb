/** @jsxImportSource ~/ui/html */
import type { SeenPage } from "~/rules/seen";
import type { Frame } from "./frame";

/** Honest marks: a copy while the database is away, and checks that have stopped (protocols §2, §3). */
export function Notices({ frame, page }: { frame: Frame; page: SeenPage }) {
  const { words, dates } = frame;
  return (
    <>
      {page.staleSince === null ? null : (
        <p class="notice" role="status">
          <strong>{words.t("fresh.stale", { time: dates.instant(page.staleSince) })}</strong>{" "}
          {words.t("fresh.stale_about")}
        </p>
      )}
      {page.stoppedAt === null ? null : (
        <p class="notice" role="status">
          <strong>{words.t("fresh.stopped", { time: dates.instant(page.stoppedAt) })}</strong>{" "}
          {words.t("fresh.stopped_about")}
        </p>
      )}
    </>
  );
}
