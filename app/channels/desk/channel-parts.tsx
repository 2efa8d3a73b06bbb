import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { CheckboxConfirmFold } from "~/ui/parts/form-part";
import { EmptyState, ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { Tag } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import { VerbatimText } from "~/ui/parts/verbatim";
import { channelEventTitle, type DeliveryProgress, deliveryStateOf } from "./channel-words";
import { useWords } from "./words/words";

export interface DeliveryAttemptView {
  at: number;
  /** HTTP status; null when there was no answer. */
  status: number | null;
  answer: string;
  milliseconds: number;
}

export interface ChannelDeliveryWithAttempts {
  id: string;
  kind: string | null;
  /** Title of what it is about; null when there is none. */
  about: string | null;
  state: string;
  attempts: DeliveryAttemptView[];
  dueAt: number | null;
  createdAt: number;
}

/** Data of an action that is shown now and never again. */
export interface OneTimeSecrets {
  shownOnce: Record<string, string>;
}

/** Reads it from a route's action data; null when that is something else. */
export const readOneTimeChannelSecrets = (data: unknown): Record<string, string> | null =>
  typeof data === "object" && data !== null && "shownOnce" in data ? (data as OneTimeSecrets).shownOnce : null;

export function OneTimeSecretsSection({ secrets }: { secrets: Record<string, string> }) {
  const { t } = useWords();
  return (
    <section
      className="grid gap-3 rounded-lg border border-degraded bg-warning-wash p-4"
      aria-labelledby="once"
      aria-live="polite"
    >
      <h2 id="once" className="text-lg font-semibold">
        {t("secret.title")}
      </h2>
      <p>{t("secret.about")}</p>
      {Object.entries(secrets).map(([name, value]) => (
        <VerbatimText key={name} label={t("secret.value")}>
          {value}
        </VerbatimText>
      ))}
    </section>
  );
}

/** Says what a new channel was not there for, with the button that sends it. */
export function MissedStateBanner({ alerts, drafts }: { alerts: number; drafts: number }) {
  const { t } = useWords();
  return (
    <NoticeBanner tone="warning">
      <div className="grid justify-items-start gap-3">
        <div>
          {alerts > 0 ? <p>{t("missed.alerts", { count: alerts })}</p> : null}
          {drafts > 0 ? <p>{t("missed.drafts", { count: drafts })}</p> : null}
        </div>
        <ButtonForm name="catch-up">
          <Button look="primary">{t("missed.send")}</Button>
        </ButtonForm>
      </div>
    </NoticeBanner>
  );
}

const tones = { due: "waiting", failing: "alarm", sent: "good", dead: "alarm", overtaken: "neutral" } as const;

/** State of a delivery to a channel. */
export function ChannelDeliveryStateTag(delivery: DeliveryProgress) {
  const { t } = useWords();
  const known = deliveryStateOf(delivery);
  return known ? <Tag tone={tones[known]}>{t(`delivery.${known}`)}</Tag> : <Tag>{delivery.state}</Tag>;
}

/** Time of the next attempt; nothing before the first one, or when there will be none. */
export function NextAttemptTimeText({ dueAt, tries }: { dueAt: number | null; tries: number }) {
  const { say } = useWords();
  if (dueAt === null || tries === 0) return null;
  return <span>{say("delivery.next_try", { at: <TimeText at={dueAt} exact /> })}</span>;
}

/** Answers, attempt by attempt. */
export function DeliveryAttemptSection({ attempts }: { attempts: DeliveryAttemptView[] }) {
  const { t } = useWords();
  return (
    <ol className="grid gap-1 text-sm">
      {attempts.map((attempt) => (
        <li key={attempt.at} className="flex flex-wrap gap-x-3 text-soft">
          <TimeText at={attempt.at} exact />
          <span>
            {attempt.status === null ? t("delivery.no_answer") : t("delivery.answered", { status: attempt.status })}
          </span>
          <span>{t("delivery.milliseconds", { milliseconds: attempt.milliseconds })}</span>
          {attempt.answer ? <bdi className="min-w-0 break-words font-mono">{attempt.answer}</bdi> : null}
        </li>
      ))}
    </ol>
  );
}

const canGoAgain = ({ state, kind }: ChannelDeliveryWithAttempts) =>
  (state === "dead" || state === "overtaken") && kind !== null && kind !== "test";

function Again({ delivery }: { delivery: ChannelDeliveryWithAttempts }) {
  const words = useWords();
  const event = channelEventTitle(words, delivery.kind);
  return (
    <ButtonForm name={`retry-${delivery.id}`} hidden={{ intent: "retry", delivery: delivery.id }}>
      <Button label={words.t("delivery.again_event", { event })}>{words.t("delivery.again")}</Button>
    </ButtonForm>
  );
}

/** Names the event, and what it is about. */
function DeliveryTitleText({ delivery: { kind, about } }: { delivery: ChannelDeliveryWithAttempts }) {
  const words = useWords();
  const event = channelEventTitle(words, kind);
  return about === null ? event : words.say("delivery.about", { event, about: <bdi>{about}</bdi> });
}

/** Deliveries, newest first, with each attempt and its answer. */
export function ChannelDeliveriesSection({
  deliveries,
  editable,
}: {
  deliveries: ChannelDeliveryWithAttempts[];
  editable: boolean;
}) {
  const words = useWords();
  const { t } = words;
  if (deliveries.length === 0) return <EmptyState title={t("delivery.none")} about={t("delivery.none_about")} />;
  return (
    <ListPanel>
      {deliveries.map((delivery) => (
        <ListRow key={delivery.id} actions={editable && canGoAgain(delivery) ? <Again delivery={delivery} /> : null}>
          <p className="font-medium">
            <DeliveryTitleText delivery={delivery} />
          </p>
          <ListRowDetail>
            <TimeText at={delivery.createdAt} />
            <ChannelDeliveryStateTag state={delivery.state} tries={delivery.attempts.length} />
            <NextAttemptTimeText dueAt={delivery.dueAt} tries={delivery.attempts.length} />
          </ListRowDetail>
          <DeliveryAttemptSection attempts={delivery.attempts} />
        </ListRow>
      ))}
    </ListPanel>
  );
}

/** `hasSecret` = a secret was generated for the other side. */
export function RotateAndDeleteChannelSection({ version, hasSecret }: { version: number; hasSecret: boolean }) {
  const { t } = useWords();
  const texts = { title: t("delete.title"), label: t("delete.sure"), button: t("delete.button") };
  return (
    <>
      {hasSecret ? (
        <CheckboxConfirmFold
          name="rotate"
          version={version}
          title={t("rotate.title")}
          label={t("rotate.sure")}
          button={t("rotate.button")}
        />
      ) : null}
      <CheckboxConfirmFold name="delete" version={version} {...texts} />
    </>
  );
}
