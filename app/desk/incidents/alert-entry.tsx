import { RowLink } from "../parts/list";
import { StatusShape } from "../parts/status-mark";
import { TimeText } from "../parts/time-text";
import { useWords } from "./words";

/** An alert of the incident, as its timeline needs it. */
export interface TimelineAlert {
  id: string;
  title: string;
  startedAt: number;
  endedAt: number | null;
}

interface Turn {
  id: string;
  at: number;
  alert: TimelineAlert;
  fired: boolean;
}

/** When it fired and when it recovered, newest first. */
export const turnsOf = (alerts: readonly TimelineAlert[]): Turn[] =>
  alerts
    .flatMap((alert): Turn[] => [
      { id: `${alert.id}-fired`, at: alert.startedAt, alert, fired: true },
      ...(alert.endedAt === null ? [] : [{ id: `${alert.id}-recovered`, at: alert.endedAt, alert, fired: false }]),
    ])
    .sort((one, other) => other.at - one.at);

/** One line: what machines say is read past, what people say is read. */
export function AlertEntry({ turn: { alert, fired, at }, slug }: { turn: Turn; slug: string }) {
  const { t } = useWords();
  return (
    <li className="flex flex-wrap items-center gap-x-3 px-4">
      <StatusShape status={fired ? "major_outage" : "operational"} />
      <div className="min-w-0 flex-1 basis-40">
        <RowLink to={`/manage/${slug}/alerts/${encodeURIComponent(alert.id)}`}>
          {t(fired ? "timeline.fired" : "timeline.recovered", { title: alert.title })}
        </RowLink>
      </div>
      <span className="text-sm text-soft">
        <TimeText at={at} />
      </span>
    </li>
  );
}
