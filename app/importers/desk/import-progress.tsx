import { minuteMs } from "~/time/durations";
import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { NoticeBanner } from "~/ui/parts/notice";
import { ReloadingWithoutScript } from "~/ui/parts/reload-without-script";
import { TimeText } from "~/ui/parts/time-text";
import { usePageRefresh } from "~/ui/parts/use-refresh";
import { useViewer } from "~/ui/parts/viewer";
import type { ImportView } from "../read";
import { importProgressText } from "./import-texts";
import { useWords } from "./words/words";

/** Seconds after which the page of an import that works is read again. */
const reloadSeconds = 5;

/** States in which the import can still be cancelled, as nothing is written yet. */
const cancellable: readonly string[] = ["uploading", "reading", "planning", "preview"];

const isCancellable = ({ state }: Pick<ImportView, "state">): boolean => cancellable.includes(state);

/** Number of things so far, of all where that is known. */
function ProgressText({ view }: { view: ImportView }) {
  const { t } = useWords();
  const { state, done } = view;
  switch (state) {
    case "uploading":
    case "reading":
      return t(`progress.${state}`, { done });
    case "planning":
    case "applying":
    case "undoing":
      return t(`progress.${state}`, { done: importProgressText(t, view) });
    default:
      return null;
  }
}

/** Says when an import continues that waits for longer than the next minute. */
function LaterNote({ dueAt }: { dueAt: number | null }) {
  const { now } = useViewer();
  const { say } = useWords();
  if (dueAt === null || dueAt - now < 2 * minuteMs) return null;
  return <p>{say("progress.later", { at: <TimeText at={dueAt} /> })}</p>;
}

/** Says that a step fails, and what it said. */
function FailingNote({ view: { tries, reason } }: { view: ImportView }) {
  const { t } = useWords();
  if (tries === 0) return null;
  return (
    <NoticeBanner tone="warning">
      <p>{t("progress.failing", { number: tries })}</p>
      {reason === null ? null : (
        <p lang="en" dir="ltr" className="wrap-anywhere">
          {reason}
        </p>
      )}
    </NoticeBanner>
  );
}

/** Cancels an import that has not written anything yet. */
export function CancelImportButton() {
  const { t } = useWords();
  return (
    <ButtonForm name="cancel">
      <Button>{t("progress.cancel")}</Button>
    </ButtonForm>
  );
}

/** An import at work: how far it is, and how to stop it. */
export function ImportProgressSection({ view, here, isStill }: { view: ImportView; here: string; isStill: boolean }) {
  const { t } = useWords();
  usePageRefresh(reloadSeconds);
  const seconds = reloadSeconds;
  const texts = {
    reloads: t("progress.reloads", { seconds }),
    still: t("progress.still"),
    reload: t("progress.reload"),
  };
  return (
    <div className="grid justify-items-start gap-3">
      <p className="font-medium tabular-nums">
        <ProgressText view={view} />
      </p>
      <LaterNote dueAt={view.dueAt} />
      <FailingNote view={view} />
      <p className="text-soft">{t("progress.leave")}</p>
      <ReloadingWithoutScript here={here} seconds={seconds} isStill={isStill} texts={texts} />
      {isCancellable(view) ? <CancelImportButton /> : null}
    </div>
  );
}
