import type { ReactNode } from "react";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import type { MailSendingView } from "~/outbox/outbox-view";
import { minuteMs } from "~/time/durations";
import { isStampedWithin } from "~/time/instants";
import { Link } from "~/ui/parts/link";
import { Sentences } from "~/ui/parts/sentences";
import { percentText } from "~/ui/parts/share-words";
import { Tag } from "~/ui/parts/status-mark";
import { AgoText } from "~/ui/parts/time-text";
import { useViewer } from "~/ui/parts/viewer";
import type { NowView } from "../now-view";
import { TrustedProxyLink } from "./proxy-link";
import { useWords } from "./words/words";

const lateStampMs = 15 * minuteMs;

interface SystemHealthListProps {
  health: NowView["health"];
  mail: MailSendingView;
  usage: NowView["usage"];
  texts: NowView["texts"];
  backups: NowView["backups"];
  untrustedProxy: boolean;
  slug: string;
}

/** Shows one part in a line, with whether it works; `off` when it is not set up. */
function Part({ good, off = false, children }: { good: boolean; off?: boolean; children: ReactNode }) {
  const { t } = useWords();
  const mark = good ? <Tag tone="good">{t("health.ok")}</Tag> : <Tag tone="waiting">{t("health.check")}</Tag>;
  return (
    <li className="flex items-baseline gap-x-2">
      {off ? <Tag>{t("health.off")}</Tag> : mark}
      <span className="min-w-0">{children}</span>
    </li>
  );
}

const mailState = ({ mailers, failingSince }: MailSendingView) => {
  if (mailers === 0) return "mail.no_mailer";
  return failingSince === null ? "mail.works" : "mail.fails";
};

function MailPart({ mail, slug }: Pick<SystemHealthListProps, "mail" | "slug">) {
  const { t, say } = useWords();
  const { mailers, failingSince, waiting, dead } = mail;
  const good = failingSince === null && dead === 0 && (mailers > 0 || waiting === 0);
  const outbox = (
    <Link to={`/manage/${slug}/outbox`} className={inlineLinkTargetClass}>
      {t("mail.outbox")}
    </Link>
  );
  return (
    <Part good={good} off={mailers === 0 && waiting === 0}>
      <Sentences>
        {t(mailState(mail))}
        {waiting === 0 ? say("mail.nothing", { outbox }) : say("mail.waiting", { count: waiting, outbox })}
      </Sentences>
    </Part>
  );
}

/**
 * Shows the tick. Its last stamp may be ten minutes old while it runs, so the time is shown only if a stamp is overdue.
 */
function TickPart({ tickAt }: { tickAt: number }) {
  const { now } = useViewer();
  const { t, say } = useWords();
  const runs = tickAt > 0 && isStampedWithin(tickAt, now, lateStampMs);
  return (
    <Part good={runs}>
      {tickAt === 0 ? t("health.never_ran") : null}
      {runs ? t("health.runs") : null}
      {tickAt > 0 && !runs ? say("health.stopped", { ago: <AgoText at={tickAt} /> }) : null}
    </Part>
  );
}

function PendingPart({ settlePending, snapshotPending, lastDeliveryAt, held }: Omit<NowView["health"], "tickAt">) {
  const { t, say } = useWords();
  const pending = settlePending || snapshotPending || held !== null;
  return (
    <Part good={!pending}>
      <Sentences>
        {held ? say("health.held", { count: held.count, ago: <AgoText at={held.since} /> }) : null}
        {settlePending ? t("health.processing") : null}
        {snapshotPending ? t("health.publishing") : null}
        {pending ? null : t("health.up_to_date")}
        {lastDeliveryAt === null
          ? t("health.no_delivery")
          : say("health.delivery", { ago: <AgoText at={lastDeliveryAt} /> })}
      </Sentences>
    </Part>
  );
}

/** Shows the text messages of the day, and those that the day's limit held back. */
function TextsPart({ texts: { sent, limit, over } }: { texts: NonNullable<NowView["texts"]> }) {
  const { t } = useWords();
  return (
    <Part good={over === 0}>
      <Sentences>
        {t("texts.used", { sent, limit })}
        {over === 0 ? null : t("texts.over", { count: over })}
      </Sentences>
    </Part>
  );
}

/** Shows the daily backups of one machine. They are shown as working only if the newest backup is known and recent. */
function BackupPart({ backups: { state, last } }: { backups: NonNullable<NowView["backups"]> }) {
  const { t, say } = useWords();
  return (
    <Part good={state === "good"}>
      <Sentences>
        {state === "good" || state === "none" ? null : t(`backup.${state}`)}
        {last === null ? null : say("backup.last", { ago: <AgoText at={last} /> })}
        {last === null && state !== "unknown" ? t("backup.none") : null}
      </Sentences>
    </Part>
  );
}

function ProxyPart() {
  const { t } = useWords();
  const { operator } = useViewer();
  return (
    <Part good={false}>
      <Sentences>
        {t("proxy.untrusted")}
        {operator ? <TrustedProxyLink /> : null}
      </Sentences>
    </Part>
  );
}

/** Shows System health: the tick, pending work, email, the plan, backups, the proxy. */
export function SystemHealthPanel({
  health,
  mail,
  usage,
  texts,
  backups,
  untrustedProxy,
  slug,
}: SystemHealthListProps) {
  const { t, language } = useWords();
  const { tickAt, ...pending } = health;
  return (
    <ul className="grid gap-2">
      <TickPart tickAt={tickAt} />
      <PendingPart {...pending} />
      <MailPart mail={mail} slug={slug} />
      {texts ? <TextsPart texts={texts} /> : null}
      {backups ? <BackupPart backups={backups} /> : null}
      {untrustedProxy ? <ProxyPart /> : null}
      {usage ? (
        <Part good={usage.share < 0.7}>
          {t(usage.name === "rowsRead" ? "share.reads" : "share.writes", { share: percentText(usage.share, language) })}
        </Part>
      ) : null}
    </ul>
  );
}
