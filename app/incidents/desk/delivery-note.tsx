import { Link } from "@remix-run/react";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import { LineFold } from "~/ui/parts/list";
import type { NotifiedChannelView, UpdateDeliveryView } from "./delivered-views";
import { useWords } from "./words/words";

interface DeliverySummaryProps {
  delivered: UpdateDeliveryView | undefined;
  /** True when subscribers were to be notified of it. */
  told: boolean;
  slug: string;
}

interface DeliveryContext {
  delivered: UpdateDeliveryView;
  slug: string;
}

type IncidentWords = ReturnType<typeof useWords>;

function subscribersText({ t }: IncidentWords, { sent, recipients, isOver, isTogether }: UpdateDeliveryView): string {
  if (isTogether) return t("delivery.together");
  if (recipients > 0) return t("delivery.reached", { sent, recipients });
  return t(isOver ? "delivery.nobody" : "delivery.sending");
}

function teamText({ t }: IncidentWords, { channels }: UpdateDeliveryView): string[] {
  const sent = channels.filter(({ state }) => state === "sent").length;
  return channels.length === 0 ? [] : [t("delivery.team", { sent, channels: channels.length })];
}

const hasFailed = ({ state, answer }: NotifiedChannelView) => state === "dead" || (state === "due" && answer !== null);

/** Lists each way and each channel, with a link to the details. */
function Parts({ delivered: { parts, team, channels }, slug }: DeliveryContext) {
  const { t } = useWords();
  const mailed = team.filter(({ recipients }) => recipients > 0);
  return (
    <ul>
      {[...parts, ...mailed].map(({ id, audience, way, sent, recipients }) => (
        <li key={id}>
          <Link to={`/manage/${slug}/outbox/${id}`} className={inlineLinkTargetClass}>
            {t("delivery.part", {
              way: t(audience === "team" ? "delivery.team_email" : `delivery.${way ?? "email"}`),
              sent,
              recipients,
            })}
          </Link>
        </li>
      ))}
      {channels
        .filter((channel) => !hasFailed(channel))
        .map(({ id, name, state }) => (
          <li key={id}>
            <Link to={`/manage/${slug}/channels/${id}`} className={inlineLinkTargetClass}>
              {t(`delivery.channel_${state === "dead" ? "due" : state}`, { channel: name })}
            </Link>
          </li>
        ))}
    </ul>
  );
}

function failedText({ t }: IncidentWords, { name: channel, state, answer }: NotifiedChannelView): string {
  if (answer === null) return t("delivery.channel_lost", { channel });
  return t(state === "dead" ? "delivery.channel_failed" : "delivery.channel_retried", { channel, answer });
}

/** Lists whom it did not reach without a press, with links to the reasons. */
function Missed({ delivered: { parts, channels }, slug }: DeliveryContext) {
  const words = useWords();
  const failed = channels.filter(hasFailed);
  const missed = parts.filter((part) => part.failed > 0);
  if (failed.length + missed.length === 0) return null;
  return (
    <ul className="text-sm">
      {missed.map(({ id, failed: count }) => (
        <li key={id}>
          <Link to={`/manage/${slug}/outbox/${id}`} className={`${inlineLinkTargetClass} text-danger`}>
            {words.t("delivery.missed", { count })}
          </Link>
        </li>
      ))}
      {failed.map((channel) => (
        <li key={channel.id}>
          <Link to={`/manage/${slug}/channels/${channel.id}`} className={`${inlineLinkTargetClass} text-danger`}>
            {failedText(words, channel)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Shows how many subscribers and team channels an update reached; unfolded, it lists the ways. */
export function DeliverySummaryText({ delivered, told, slug }: DeliverySummaryProps) {
  const words = useWords();
  const silent = told ? [] : [words.t("delivery.silent")];
  if (!delivered) return told ? null : <p className="text-sm text-soft">{silent}</p>;
  const toSubscribers = delivered.hasSubscriberNotice ? [subscribersText(words, delivered)] : silent;
  const summary = [...toSubscribers, ...teamText(words, delivered)].join(" · ");
  if (summary === "") return null;
  if (delivered.parts.length + delivered.team.length === 0) return <p className="text-sm text-soft">{summary}</p>;
  return (
    <>
      <LineFold title={summary}>
        <Parts delivered={delivered} slug={slug} />
      </LineFold>
      <Missed delivered={delivered} slug={slug} />
    </>
  );
}
