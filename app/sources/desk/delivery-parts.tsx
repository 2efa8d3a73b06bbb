import { Tag } from "~/ui/parts/status-mark";
import type { ShownSourceDelivery } from "./delivery-list";
import { isSourceWordOf, useWords } from "./words/words";

type DeliveryText = Pick<ShownSourceDelivery, "reason" | "outcome">;

/** Returns a function that says why a delivery could not be read; null when it could. */
export function useDeliveryReason(): (delivery: DeliveryText) => string | null {
  const { t } = useWords();
  return ({ reason }) => (reason === null ? null : isSourceWordOf("reason", reason) ? t(`reason.${reason}`) : reason);
}

export const unskippedSignalsOf = ({ signals }: Pick<ShownSourceDelivery, "signals">) =>
  signals.filter(({ state }) => state !== "skipped");

const maxKeysShown = 3;

/** The first keys in the delivery, to tell deliveries apart. */
export function DeliveryKeysText({ delivery, lines }: { delivery: ShownSourceDelivery; lines: 1 | 3 }) {
  const { t, list } = useWords();
  const keys = unskippedSignalsOf(delivery).map(({ key }) => key);
  if (keys.length === 0) return null;
  const [shown, more] = [keys.slice(0, maxKeysShown), keys.length - maxKeysShown];
  return (
    <p className={`${lines === 1 ? "line-clamp-1" : "line-clamp-3"} font-mono text-sm [overflow-wrap:anywhere]`}>
      <bdi>{list(more > 0 ? [...shown, t("delivery.more_keys", { count: more })] : shown)}</bdi>
    </p>
  );
}

const tones = { accepted: "good", ignored: "neutral", refused: "alarm" } as const;

/** The result of a delivery as a tag, with what else is known of it. */
export function DeliveryResultTags({ delivery }: { delivery: ShownSourceDelivery }) {
  const { t } = useWords();
  const reason = useDeliveryReason()(delivery);
  const { outcome, replayOf, replayedAt, settled } = delivery;
  const isKnown = isSourceWordOf("filter", outcome) && Object.hasOwn(tones, outcome);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {isKnown ? <Tag tone={tones[outcome as keyof typeof tones]}>{t(`filter.${outcome}`)}</Tag> : <Tag>{outcome}</Tag>}
      {reason === null ? null : <span className="text-sm">{reason}</span>}
      {replayOf ? <Tag>{t("delivery.replay")}</Tag> : null}
      {replayedAt ? <Tag>{t("delivery.replayed")}</Tag> : null}
      {settled ? null : <Tag tone="waiting">{t("delivery.waiting")}</Tag>}
    </span>
  );
}
