import { Button, ButtonLink } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { Link } from "~/ui/parts/link";
import { ListPanel, ListRow, ListRowDetail, Section } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { QuestionHead } from "~/ui/parts/question-head";
import { TimeText } from "~/ui/parts/time-text";
import type { ImportView } from "../read";
import { ImportCountsTable } from "./import-counts";
import { importsPath } from "./import-links";
import { importProgressText } from "./import-texts";
import { useWords } from "./words/words";

interface OutcomeProps {
  view: ImportView;
  slug: string;
  here: string;
}

/** Path of the form that reads the same product again. */
const againPath = ({ view: { origin, url }, slug }: Pick<OutcomeProps, "view" | "slug">): string =>
  `${importsPath(slug)}/new/${origin}${url === "" ? "" : `?${new URLSearchParams({ url })}`}`;

/** Monitors and channels that notify nobody until a person lets them, and heartbeats that nothing has pinged here. */
function WaitingThings({ view, slug }: OutcomeProps) {
  const { t, say } = useWords();
  return (
    <>
      {view.waitingHeartbeats === 0 ? null : (
        <NoticeBanner>
          <p className="font-medium">{t("outcome.waiting", { number: view.waitingHeartbeats })}</p>
          <p>{t("outcome.waiting_about")}</p>
          <Link to={`/manage/${slug}/heartbeats`} className="inline-flex min-h-hit items-center">
            {t("outcome.waiting_link")}
          </Link>
        </NoticeBanner>
      )}
      {view.silentMonitors + view.silentChannels === 0 || view.takenOverAt !== null ? null : (
        <NoticeBanner tone="warning">
          <div className="grid justify-items-start gap-2">
            {view.silentMonitors === 0 ? null : (
              <p className="font-medium">{t("outcome.silent", { number: view.silentMonitors })}</p>
            )}
            {view.silentChannels === 0 ? null : (
              <p className="font-medium">{t("outcome.silent_channels", { number: view.silentChannels })}</p>
            )}
            <p>{t("outcome.silent_about", { product: view.originTitle })}</p>
            <ButtonForm name="take-over">
              <Button look="primary">{t("outcome.take_over")}</Button>
            </ButtonForm>
          </div>
        </NoticeBanner>
      )}
      {view.takenOverAt === null ? null : (
        <p>{say("outcome.taken_over", { at: <TimeText at={view.takenOverAt} /> })}</p>
      )}
    </>
  );
}

/** The things that came: the figures of the plan, or how far one got that was cut short. */
function CameThings({ view }: { view: ImportView }) {
  const { t } = useWords();
  if (view.refusal) {
    return <p>{t("progress.applying", { done: importProgressText(t, view) })}</p>;
  }
  return view.counts ? (
    <Section title={t("outcome.came")}>
      <ImportCountsTable label={t("outcome.came")} counts={view.counts} here={null} />
    </Section>
  ) : null;
}

/** Shows the things that an applied import brought, and the ways on. */
export function AppliedImportSection(props: OutcomeProps) {
  const { view, here } = props;
  const { t, say } = useWords();
  return (
    <>
      <CameThings view={view} />
      <WaitingThings {...props} />
      <Section title={t("outcome.next")}>
        <p>{t("outcome.again_about")}</p>
        <div className="flex flex-wrap items-center gap-3">
          <ButtonLink to={againPath(props)}>{t("outcome.again")}</ButtonLink>
          {view.undoUntil === null ? null : (
            <>
              <ButtonLink to={`${here}?ask=undo`}>{t("outcome.undo")}</ButtonLink>
              <span className="text-soft">{say("outcome.undo_until", { at: <TimeText at={view.undoUntil} /> })}</span>
            </>
          )}
        </div>
      </Section>
    </>
  );
}

/** Asks on a page of its own before an import is undone. */
export function UndoImportQuestionPanel({ here }: { here: string }) {
  const { t } = useWords();
  return (
    <div className="grid grid-cols-1 gap-4">
      <QuestionHead title={t("undo.title")} note={<p className="max-w-prose">{t("undo.about")}</p>} />
      <div className="flex flex-wrap items-center gap-4">
        <ButtonForm name="undo" action={here}>
          <Button look="danger">{t("outcome.undo")}</Button>
        </ButtonForm>
        <Link to={here} className="inline-flex min-h-hit items-center">
          {t("undo.keep")}
        </Link>
      </div>
    </div>
  );
}

/** Lists the things that an undo left, each with its reason. */
export function UndoneImportSection({ view, slug }: OutcomeProps) {
  const { t, say } = useWords();
  const { undoLeft, undoLeftCount, undoneAt } = view;
  return (
    <>
      {undoneAt === null ? null : <p>{say("outcome.undone_at", { at: <TimeText at={undoneAt} /> })}</p>}
      {undoLeft.length === 0 ? (
        <p>{t("undo.left_none")}</p>
      ) : (
        <Section title={t("undo.left")}>
          {undoLeftCount > undoLeft.length ? (
            <p>{t("undo.left_cut", { shown: undoLeft.length, all: undoLeftCount })}</p>
          ) : null}
          <ListPanel>
            {undoLeft.map(({ noun, ourId, name, reason }) => (
              <ListRow key={`${noun} ${ourId}`}>
                <p className="font-medium wrap-anywhere">
                  <bdi>{name}</bdi>
                </p>
                <ListRowDetail>
                  <span>{t(`noun.${noun}`)}</span>
                  <span>{t(`undo.${reason}`)}</span>
                </ListRowDetail>
              </ListRow>
            ))}
          </ListPanel>
        </Section>
      )}
      <p>
        <ButtonLink to={againPath({ view, slug })}>{t("outcome.again")}</ButtonLink>
      </p>
    </>
  );
}

const fixes = [
  "not_this_origin",
  "broken",
  "newer_version",
  "wrong_key",
  "not_found",
  "too_large",
  "unusable_answer",
] as const;

/** Shows why an import failed, or what of it was given up. */
export const ImportRefusalBanner = ({ view: { refusal } }: Pick<OutcomeProps, "view">) =>
  refusal && (
    <NoticeBanner tone="danger">
      <p lang="en" dir="ltr" className="wrap-anywhere">
        {refusal.message}
      </p>
    </NoticeBanner>
  );

/** Shows the reason why an import failed, and the way to try it again. */
export function FailedImportSection({ view, slug }: OutcomeProps) {
  const { t } = useWords();
  const fix = fixes.find((code) => code === view.refusal?.code) ?? "other";
  return (
    <>
      <ImportRefusalBanner view={view} />
      <p>{t(`fix.${fix}`)}</p>
      <p className="text-soft">{t("fix.title")}</p>
      <p>
        <ButtonLink look="primary" to={againPath({ view, slug })}>
          {t("fix.again")}
        </ButtonLink>
      </p>
    </>
  );
}

/** An import that was cancelled before it wrote anything. */
export function CancelledImportSection({ view, slug }: OutcomeProps) {
  const { t } = useWords();
  return (
    <>
      <p>{t("outcome.canceled")}</p>
      <p>
        <ButtonLink to={againPath({ view, slug })}>{t("outcome.again")}</ButtonLink>
      </p>
    </>
  );
}
