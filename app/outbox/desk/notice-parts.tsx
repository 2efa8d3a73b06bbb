import { ChannelDeliveryStateTag, type DeliveryAttemptView, NextAttemptTimeText } from "~/channels/desk/channel-parts";
import { Fold, ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { TimeText } from "~/ui/parts/time-text";
import { VerbatimText } from "~/ui/parts/verbatim";
import type { NoticeBatchView, NoticeDetail, NoticeFailureView } from "../read";
import { useWords, type wordsIn } from "./words/words";

type OutboxWords = ReturnType<typeof wordsIn>;

const roundText = ({ t }: OutboxWords, round: number): string =>
  round === 0 ? t("attempts.first") : t("attempts.later", { number: round + 1 });

/** Failures and deliveries with texts in the reader's language, as loaders return them. */
type ShownFailure = Omit<NoticeFailureView, "reason"> & { reason: string };
type ShownDelivery = Omit<NoticeDetail["deliveries"][number], "attempts"> & { attempts: DeliveryAttemptView[] };

/** Recipients who were not reached, each with the reason. */
export function NoticeFailuresPanel({ failures }: { failures: ShownFailure[] }) {
  const words = useWords();
  const { t } = words;
  if (failures.length === 0) return <p className="text-soft">{t("attempts.none_failed")}</p>;
  return (
    <ListPanel>
      {failures.map((failure) => (
        <ListRow key={`${failure.round}-${failure.recipient}`}>
          <p className="break-words">
            <bdi>{failure.address ?? t("attempts.deleted")}</bdi>
          </p>
          <ListRowDetail>
            <span>{roundText(words, failure.round)}</span>
            <bdi className="min-w-0 break-words">{failure.reason}</bdi>
          </ListRowDetail>
        </ListRow>
      ))}
    </ListPanel>
  );
}

/** Recipients whose email was handed over twice without an answer: they may or may not have it. */
export function UnconfirmedRecipientsPanel({ unknown }: { unknown: NoticeDetail["unknown"] }) {
  const words = useWords();
  const { t } = words;
  if (unknown.length === 0) return null;
  return (
    <div className="grid gap-3">
      <p>{t("attempts.about_unknown")}</p>
      <ListPanel>
        {unknown.map(({ recipient, address, round }) => (
          <ListRow key={`${round}-${recipient}`}>
            <p className="break-words">
              <bdi>{address ?? t("attempts.deleted")}</bdi>
            </p>
            <ListRowDetail>
              <span>{roundText(words, round)}</span>
              <span>{t("attempts.unconfirmed")}</span>
            </ListRowDetail>
          </ListRow>
        ))}
      </ListPanel>
    </div>
  );
}

const cell = "px-3 py-1.5 text-start";

const heads = ["attempt", "batch", "recipients", "again", "done"] as const;

export function NoticeBatchesFold({ batches }: { batches: NoticeBatchView[] }) {
  const { t, number } = useWords();
  if (batches.length === 0) return null;
  return (
    <Fold title={t("batches.title", { number: batches.length })}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by the keyboard */}
      <section aria-label={t("batches.label")} tabIndex={0} className="overflow-x-auto">
        <table className="text-sm tabular-nums">
          <thead>
            <tr className="text-soft">
              {heads.map((head) => (
                <th key={head} scope="col" className={`${cell} font-medium`}>
                  {t(`batches.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {batches.map((batch) => (
              <tr key={`${batch.round}-${batch.number}`} className="border-t border-line">
                <td className={cell}>{number(batch.round + 1)}</td>
                <td className={cell}>{number(batch.number + 1)}</td>
                <td className={cell}>{number(batch.size)}</td>
                <td className={cell}>{number(batch.failed)}</td>
                <td className={cell}>
                  {batch.doneAt === null ? t("batches.not_yet") : <TimeText at={batch.doneAt} exact />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Fold>
  );
}

/** Answers of each channel, attempt by attempt. */
export function NoticeDeliveriesPanel({ deliveries }: { deliveries: ShownDelivery[] }) {
  const { t } = useWords();
  return (
    <ListPanel>
      {deliveries.map((delivery) => (
        <ListRow key={delivery.channelId}>
          <p className="font-medium">{delivery.channelName ?? t("channels.deleted")}</p>
          <ListRowDetail>
            <ChannelDeliveryStateTag state={delivery.state} tries={delivery.attempts.length} />
            <NextAttemptTimeText dueAt={delivery.dueAt} tries={delivery.attempts.length} />
          </ListRowDetail>
          <ol className="grid gap-1 text-sm text-soft">
            {delivery.attempts.map((attempt) => (
              <li key={attempt.at} className="flex flex-wrap gap-x-3">
                <TimeText at={attempt.at} exact />
                <span>
                  {attempt.status === null
                    ? t("channels.no_answer")
                    : t("channels.answered", { status: attempt.status })}
                </span>
                <span>{t("channels.milliseconds", { time: attempt.milliseconds })}</span>
              </li>
            ))}
          </ol>
        </ListRow>
      ))}
    </ListPanel>
  );
}

export interface EmailPreviewContent {
  subject: string;
  text: string;
  /** Language of the email. */
  language: string;
}

/** The email as its reader gets it; the frame runs no scripts and loads nothing. */
export function EmailPreviewPanel({ letter, source }: { letter: EmailPreviewContent | null; source: string }) {
  const { t, say } = useWords();
  if (!letter) return <p className="text-soft">{t("email.gone")}</p>;
  const subject = (
    <bdi lang={letter.language} className="font-medium text-ink">
      {letter.subject}
    </bdi>
  );
  return (
    <div className="grid gap-4">
      <p className="text-soft">{say("email.subject", { subject })}</p>
      <iframe
        title={t("email.frame")}
        src={source}
        sandbox=""
        className="h-128 w-full rounded-md border border-line bg-surface"
      />
      <Fold title={t("email.plain")}>
        <VerbatimText label={t("email.plain_label")} lang={letter.language}>
          {letter.text}
        </VerbatimText>
      </Fold>
    </div>
  );
}
