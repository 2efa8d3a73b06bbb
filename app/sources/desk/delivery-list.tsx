import { Link } from "@remix-run/react";
import { EmptyState, List, ListDetail, ListRow } from "~/ui/parts/list";
import { TimeText } from "~/ui/parts/time-text";
import { isWordOf, useWords } from "./words/words";

export interface ListedDelivery {
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
  deliveries: readonly ListedDelivery[];
  /** Days for which the page keeps deliveries. */
  days: number;
  here: string;
  /** True when they can be ticked, within a form. */
  chosen?: boolean;
}

const signalsIn = ({ signals }: ListedDelivery) => signals.filter(({ state }) => state !== "skipped");

function Facts({ delivery }: { delivery: ListedDelivery }) {
  const { t } = useWords();
  const { outcome, reason } = delivery;
  const why = reason === null ? null : isWordOf("reason", reason) ? t(`reason.${reason}`) : reason;
  const count = signalsIn(delivery).length;
  return (
    <ListDetail>
      <span className={outcome === "refused" ? "font-medium text-danger" : ""}>
        {isWordOf("outcome", outcome) ? t(`outcome.${outcome}`) : outcome}
      </span>
      {why === null ? null : <span>{why}</span>}
      {count > 0 ? <span>{t("delivery.read", { count })}</span> : null}
      {delivery.replayOf ? <span>{t("delivery.replay")}</span> : null}
      {delivery.replayedAt ? <span>{t("delivery.replayed")}</span> : null}
      {delivery.settled ? null : <span>{t("delivery.waiting")}</span>}
    </ListDetail>
  );
}

const maxKeysShown = 3;

/** The first keys in the delivery, to tell deliveries apart. */
function Keys({ delivery }: { delivery: ListedDelivery }) {
  const { t, list } = useWords();
  const keys = signalsIn(delivery).map(({ key }) => key);
  if (keys.length === 0) return null;
  const [shown, more] = [keys.slice(0, maxKeysShown), keys.length - maxKeysShown];
  return (
    <p className="line-clamp-3 font-mono text-sm [overflow-wrap:anywhere]">
      <bdi>{list(more > 0 ? [...shown, t("delivery.more_keys", { count: more })] : shown)}</bdi>
    </p>
  );
}

export function DeliveryList({ deliveries, days, here, chosen = false }: DeliveryListProps) {
  const { t, say } = useWords();
  if (deliveries.length === 0)
    return <EmptyState title={t("delivery.none")} about={t("delivery.none_about", { count: days })} />;
  return (
    <List>
      {deliveries.map((delivery) => (
        <ListRow key={delivery.id}>
          <div className="flex items-start gap-3">
            {chosen ? (
              <label className="-my-1 inline-flex size-11 flex-none cursor-pointer items-center justify-center">
                <input type="checkbox" name={`delivery.${delivery.id}`} className="size-5 accent-accent" />
                <span className="sr-only">
                  {say("replay.choose", { time: <TimeText at={delivery.receivedAt} exact /> })}
                </span>
              </label>
            ) : null}
            <div className="grid min-w-0 flex-1 gap-0.5">
              <Link
                to={`${here}/deliveries/${delivery.id}`}
                className="-my-2.5 inline-flex min-h-hit w-fit items-center"
              >
                <TimeText at={delivery.receivedAt} exact />
              </Link>
              <Facts delivery={delivery} />
              <Keys delivery={delivery} />
            </div>
          </div>
        </ListRow>
      ))}
    </List>
  );
}
