/** @jsxImportSource ~/html */
import { timeZoneName } from "~/i18n/zone-text";
import type { Snapshot, SnapshotComponent } from "../../rules/snapshot-document";
import { type DayIncidents, incidentsOfDayRun } from "../parts/day-incidents";
import { type DayRun, dayRuns } from "../parts/day-runs";
import type { RenderContext } from "../parts/frame";
import { statusOfDayRun, statusSpansText } from "../parts/run-text";
import { StatusBadge } from "../parts/state";
import { TitleLink } from "../parts/title";

function Row({ frame, run, byDay }: { frame: RenderContext; run: DayRun; byDay: DayIncidents }) {
  const { dates, words } = frame;
  const status = statusOfDayRun(run);
  return (
    <tr>
      <th scope="row">{dates.days(run.first, run.last)}</th>
      <td>
        {status ? <StatusBadge frame={frame} status={status} /> : words.t("bars.before")}
        {incidentsOfDayRun(byDay, run).map((incident) => (
          <p key={incident.id}>
            <TitleLink frame={frame} of={incident} href={`${frame.prefix}/incidents/${incident.id}`} />
          </p>
        ))}
      </td>
      <td>{statusSpansText(words, run)}</td>
    </tr>
  );
}

interface DayTableProps {
  frame: RenderContext;
  snapshot: Snapshot;
  component: SnapshotComponent;
  byDay: DayIncidents;
}

/** Shows the bars as text; adjacent days of one state are one row. */
export function DayTable({ frame, snapshot, component, byDay }: DayTableProps) {
  const { t } = frame.words;
  return (
    <section id="days">
      <h2>{t("component.day_table")}</h2>
      <p class="note">{t("component.zone", { zone: timeZoneName(snapshot.page.timeZone) })}</p>
      <table aria-label={t("component.day_table")}>
        <thead>
          <tr>
            <th scope="col">{t("component.day")}</th>
            <th scope="col">{t("component.state")}</th>
            <th scope="col">{t("component.time")}</th>
          </tr>
        </thead>
        <tbody>
          {dayRuns(component, snapshot).map((run) => (
            <Row key={run.first} frame={frame} run={run} byDay={byDay} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
