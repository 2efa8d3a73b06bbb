import { Link } from "@remix-run/react";
import { DeleteWatcherSection } from "~/alert-rules/desk/watch-notes";
import type { MonitorMinute } from "~/text/ring";
import { minuteMs } from "~/time/durations";
import { EmptyState, Fold } from "~/ui/parts/list";
import { DataTable, tableCellClass } from "~/ui/parts/table";
import { ClockText } from "~/ui/parts/time-text";
import { monitorLatencyText, monitorVerdictText } from "./monitor-words";
import { useWords } from "./words/words";

export interface DatedMinute extends MonitorMinute {
  at: number;
}

/** Returns the minutes of a ring that have a result, newest first. The ring ends with the minute `ringEndsAt` (ms). */
export function addTimesToMinutes(ring: readonly MonitorMinute[], ringEndsAt: number): DatedMinute[] {
  return ring
    .map((each, index) => ({ ...each, at: ringEndsAt - (ring.length - 1 - index) * minuteMs }))
    .filter(({ state }) => state !== "none")
    .toReversed();
}

/** Results of the last hour, check by check, before any confirmation. */
export function LastHourResultsTable({ results, paused }: { results: DatedMinute[]; paused: boolean }) {
  const words = useWords();
  const { t } = words;
  if (results.length === 0)
    return <EmptyState title={t("results.none")} about={t(paused ? "results.none_paused" : "results.none_due")} />;
  return (
    <Fold title={t("results.count", { count: results.length })}>
      <DataTable
        label={t("results.table")}
        heads={[t("results.when"), t("results.result"), t("results.response_time")]}
      >
        {results.map(({ at, state, milliseconds }) => (
          <tr key={at}>
            <td className={tableCellClass}>
              <ClockText at={at} />
            </td>
            <td className={tableCellClass}>{monitorVerdictText(words, state)}</td>
            <td className={`${tableCellClass} tabular-nums`}>
              {milliseconds === null ? t("results.no_response") : monitorLatencyText(words, milliseconds)}
            </td>
          </tr>
        ))}
      </DataTable>
    </Fold>
  );
}

interface OpenedAlert {
  title: string;
  incidentId: string | null;
}

/** Links to the incidents that its alerts opened or joined, latest first. */
export function AlertIncidentLinks({ alerts, slug }: { alerts: OpenedAlert[]; slug: string }) {
  const { t } = useWords();
  const opened = new Map(alerts.flatMap(({ incidentId, title }) => (incidentId ? [[incidentId, title] as const] : [])));
  if (opened.size === 0) return null;
  return (
    <ul className="grid">
      {[...opened].map(([id, title]) => (
        <li key={id}>
          <Link to={`/manage/${slug}/incidents/${id}`} className="inline-flex min-h-hit items-center">
            {t("alerts.incident", { title })}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Section that deletes a monitor; `alone` lists the components that nothing else watches. */
export function MonitorDangerZone(own: { version: number; alone: readonly string[]; staying: readonly string[] }) {
  const { t } = useWords();
  return (
    <DeleteWatcherSection {...own} title={t("delete.title")} label={t("delete.sure")} button={t("delete.button")} />
  );
}
