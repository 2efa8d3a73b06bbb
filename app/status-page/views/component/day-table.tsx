/** @jsxImportSource ~/html */
import { timeZoneName } from "~/i18n/zone-text";
import type { EndedOutage, Snapshot, SnapshotComponent } from "../../rules/snapshot-document";
import { type DayIncidents, incidentsOfDayRun } from "../parts/day-incidents";
import { type DayRun, dayCountOf, dayRuns } from "../parts/day-runs";
import type { RenderContext } from "../parts/frame";
import { statusOfDayRun, statusSpansText } from "../parts/run-text";
import { sentenceWithElements } from "../parts/say";
import { PublicStatusBadge } from "../parts/state";
import { TimeSpanText } from "../parts/time-text";
import { TitleLink } from "../parts/title";

/** Lists today's troubles that are over; each names its state when the day had several. */
const EndedOutageTimes = ({ frame, run, ended }: Omit<DayRowProps, "byDay">) => (
  <>
    {ended.map(([letter, from, to]) => {
      const span = <TimeSpanText frame={frame} from={from} to={to} />;
      const state = frame.words.t(`status.${statusOfDayRun({ letter }) ?? "no_data"}`);
      return (
        <p key={`${from}`}>
          {run.spans.length === 1 ? span : sentenceWithElements(frame.words, "bars.part", { state, span })}
        </p>
      );
    })}
  </>
);

interface DayRowProps {
  frame: RenderContext;
  run: DayRun;
  byDay: DayIncidents;
  /** Troubles of today; none for any other day. */
  ended: readonly EndedOutage[];
}

function Row({ frame, run, byDay, ended }: DayRowProps) {
  const { dates, words } = frame;
  const status = statusOfDayRun(run);
  return (
    <tr data-n={`${dayCountOf(run)}`}>
      <th scope="row">{dates.days(run.first, run.last)}</th>
      <td>
        {status ? <PublicStatusBadge frame={frame} status={status} /> : words.t("bars.before")}
        {incidentsOfDayRun(byDay, run).map((incident) => (
          <p key={incident.id}>
            <TitleLink frame={frame} of={incident} href={`${frame.prefix}/incidents/${incident.id}`} />
          </p>
        ))}
      </td>
      <td>
        {statusSpansText(words, run)}
        <EndedOutageTimes frame={frame} run={run} ended={ended} />
      </td>
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
  const ended = snapshot.endedOutages?.[component.id] ?? [];
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
            <Row
              key={run.first}
              frame={frame}
              run={run}
              byDay={byDay}
              ended={run.last === snapshot.days.last ? ended : []}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}
