import { ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { TimeText } from "~/ui/parts/time-text";
import { isSourceWordOf, useWords } from "./words/words";

interface Signal {
  key: string;
  status: string;
  severity: string | null;
  title: string;
  link: string | null;
  labels: Record<string, string>;
  flags: string[];
}

interface TriedDeliveryView {
  id: string;
  receivedAt: number;
  signals: Signal[];
  skipped: { code: string; reason: string }[];
  refused: string | null;
}

const maxSignalsShown = 5;

function SignalLine({ signal }: { signal: Signal }) {
  const { t } = useWords();
  const { key, status, severity, title, labels, flags } = signal;
  const named = Object.entries(labels).slice(0, 6);
  return (
    <div className="grid gap-0.5">
      <p>
        <span className={status === "firing" ? "font-semibold text-danger" : "font-semibold text-operational"}>
          {isSourceWordOf("state", status) ? t(`state.${status}`) : status}
        </span>{" "}
        <bdi className="font-medium">{title || key}</bdi>
      </p>
      <ListRowDetail>
        <span className="font-mono">
          <bdi>{key}</bdi>
        </span>
        {severity && isSourceWordOf("severity", severity) ? <span>{t(`severity.${severity}`)}</span> : null}
        {named.map(([name, value]) => (
          <span key={name} className="font-mono">
            <bdi>{`${name}=${value}`}</bdi>
          </span>
        ))}
        {flags
          .filter((flag) => flag.startsWith("status:"))
          .map((flag) => (
            <span key={flag} className="font-medium text-danger">
              {t("tried.unknown_state", { word: flag.slice("status:".length) })}
            </span>
          ))}
      </ListRowDetail>
    </div>
  );
}

/** The alerts that each of the last deliveries would give. */
export function TriedDeliveriesPanel({ tried }: { tried: readonly TriedDeliveryView[] }) {
  const { t } = useWords();
  if (tried.length === 0) return <p className="text-soft">{t("tried.none")}</p>;
  return (
    <ListPanel>
      {tried.map(({ id, receivedAt, signals, skipped, refused }) => (
        <ListRow key={id}>
          <p className="text-sm text-soft">
            <TimeText at={receivedAt} exact />
          </p>
          {signals.slice(0, maxSignalsShown).map((signal) => (
            <SignalLine key={signal.key} signal={signal} />
          ))}
          {signals.length > maxSignalsShown ? (
            <p className="text-soft">{t("tried.more", { count: signals.length - maxSignalsShown })}</p>
          ) : null}
          {skipped.slice(0, maxSignalsShown).map(({ code, reason }) => (
            <p key={`${code} ${reason}`} className="text-soft">
              {t("tried.left_out", { reason })}
            </p>
          ))}
          {refused === null ? null : (
            <p className="font-medium text-danger">{t("tried.refused", { reason: refused })}</p>
          )}
          {signals.length + skipped.length === 0 && refused === null ? <p>{t("tried.nothing")}</p> : null}
        </ListRow>
      ))}
    </ListPanel>
  );
}
