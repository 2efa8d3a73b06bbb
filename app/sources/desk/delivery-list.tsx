import { Link } from "@remix-run/react";
import { EmptyState, ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { TimeText } from "~/ui/parts/time-text";
import { DeliveryKeysText, unskippedSignalsOf, useDeliveryReason } from "./delivery-parts";
import { isSourceWordOf, useWords } from "./words/words";

export interface ShownSourceDelivery {
  id: string;
  receivedAt: number;
  outcome: string;
  reason: string | null;
  signals: { key: string; state: string; outcome: string; reason?: string }[];
  /** True when the components reflect its alerts. */
  settled: boolean;
  replayOf: string | null;
  replayedAt: number | null;
}

interface DeliveryListProps {
  deliveries: readonly ShownSourceDelivery[];
  /** Days for which the page keeps deliveries. */
  days: number;
  here: string;
}

function Facts({ delivery }: { delivery: ShownSourceDelivery }) {
  const { t } = useWords();
  const { outcome } = delivery;
  const why = useDeliveryReason()(delivery);
  const count = unskippedSignalsOf(delivery).length;
  return (
    <ListRowDetail>
      <span className={outcome === "refused" ? "font-medium text-danger" : ""}>
        {isSourceWordOf("outcome", outcome) ? t(`outcome.${outcome}`) : outcome}
      </span>
      {why === null ? null : <span>{why}</span>}
      {count > 0 ? <span>{t("delivery.read", { count })}</span> : null}
      {delivery.replayOf ? <span>{t("delivery.replay")}</span> : null}
      {delivery.replayedAt ? <span>{t("delivery.replayed")}</span> : null}
      {delivery.settled ? null : <span>{t("delivery.waiting")}</span>}
    </ListRowDetail>
  );
}

/** A source's newest deliveries, on its own page. */
export function SourceDeliveriesPanel({ deliveries, days, here }: DeliveryListProps) {
  const { t } = useWords();
  if (deliveries.length === 0)
    return <EmptyState title={t("delivery.none")} about={t("delivery.none_about", { count: days })} />;
  return (
    <ListPanel>
      {deliveries.map((delivery) => (
        <ListRow key={delivery.id}>
          <Link to={`${here}/deliveries/${delivery.id}`} className="-my-2.5 inline-flex min-h-hit w-fit items-center">
            <TimeText at={delivery.receivedAt} exact />
          </Link>
          <Facts delivery={delivery} />
          <DeliveryKeysText delivery={delivery} lines={3} />
        </ListRow>
      ))}
    </ListPanel>
  );
}
