/** @jsxImportSource ~/html */
import { visibleStatus } from "../../rules/monitored-state";
import type { Snapshot, SnapshotComponent, SnapshotIncident } from "../../rules/snapshot-document";
import { type BarDayDetails, rowDayDetails } from "../parts/bars";
import { type DayIncidents, incidentsByDay } from "../parts/day-incidents";
import { pagePartCache } from "../parts/drawing-cache";
import type { RenderContext } from "../parts/frame";
import { lastReportText } from "../parts/last-heard-text";
import { UptimeSummaryLine } from "../parts/reading";
import { isUptimeShown } from "../parts/visible-letter";

/** Cache of rows, the most expensive part of a page; most are the same as in the last rendering. */
const keepRow = pagePartCache(2000);

const noIncidents: DayIncidents = new Map();

/**
 * Maximum number of days with details in one row, and in all rows together, because each takes some 25 bytes (gzip).
 */
const maxToldDays = { row: 12, page: 180 };

/** Returns the days whose bars say what they show, with their incidents as far as the document has them. */
function toldDays({ frame, snapshot, incidents }: ComponentRowsContext, component: SnapshotComponent): BarDayDetails[] {
  if (!isUptimeShown(component)) return [];
  const own = incidents.get(component.id);
  const byDay = own ? incidentsByDay(snapshot, own) : noIncidents;
  const most = Math.min(maxToldDays.row, Math.ceil(maxToldDays.page / snapshot.components.length));
  return rowDayDetails({ frame, snapshot, component, byDay }, most);
}

interface ComponentRowView {
  component: SnapshotComponent;
  told: readonly BarDayDetails[];
  /** Text which states that only alerts observe the component; null otherwise. */
  heard: string | null;
}

function drawRow({ frame }: ComponentRowsContext, { component, told, heard }: ComponentRowView) {
  const { id, name, uptime } = component;
  const status = visibleStatus(component);
  const days = isUptimeShown(component) ? component.days : null;
  const href = `${frame.prefix}/components/${id}`;
  return (
    <li class="c">
      <a href={href} dir="auto" lang={frame.written}>
        {name}
      </a>
      <UptimeSummaryLine
        frame={frame}
        href={`${href}#days`}
        name={name}
        days={days}
        told={told}
        uptime={uptime}
        status={status}
      />
      {heard === null ? null : <small>{heard}</small>}
    </li>
  );
}

/** Facts that all rows of one page share. */
export interface ComponentRowsContext {
  frame: RenderContext;
  snapshot: Snapshot;
  incidents: ReadonlyMap<string, readonly SnapshotIncident[]>;
  /** Key of everything in `shown` on which a row depends. */
  key: string;
}

interface ComponentRowProps {
  shown: ComponentRowsContext;
  component: SnapshotComponent;
}

export function PublicComponentItem({ shown, component }: ComponentRowProps) {
  const { id, name, showUptime, days, uptime } = component;
  const status = visibleStatus(component);
  const told = toldDays(shown, component);
  const heard = lastReportText(shown.frame, shown.snapshot, id);
  const stories = told.map(({ story }) => story).join("\n");
  const key = `${shown.key} ${id} ${status} ${uptime} ${showUptime ? days : ""} ${name} ${heard} ${stories}`;
  return keepRow(key, () => drawRow(shown, { component, told, heard }));
}
