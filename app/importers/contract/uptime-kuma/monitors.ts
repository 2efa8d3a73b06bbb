import { foreignName, foreignText, parseForeignId } from "../foreign-values";
import type { MovedHeartbeat, MovedMonitor } from "../move-document";
import type { MoveNotes } from "../move-notes";
import { convertKumaHeartbeat, convertKumaMonitor, type KumaMonitorFacts } from "./monitor";
import { type KumaRow, kumaText } from "./monitor-row";

/** Groups above a group: more than anybody has, and an end for those that contain themselves. */
const maxGroupDepth = 20;

/** Returns the names of the groups above each monitor, joined. */
function groupPaths(rows: readonly KumaRow[]): (row: KumaRow) => string {
  const byId = new Map(rows.map((row) => [foreignText(row.id), row]));
  return (row) => {
    const names: string[] = [];
    for (let parent = byId.get(foreignText(row.parent)); parent && names.length < maxGroupDepth; ) {
      names.unshift(foreignName(parent.name, "Group"));
      parent = byId.get(foreignText(parent.parent));
    }
    return names.join(" / ");
  };
}

/** Facts about monitors from other tables. */
export interface KumaMonitorSurroundings {
  componentIdsOf(id: string): string[];
  historyOf(id: string): MovedMonitor["history"];
  uptimeOf(id: string): MovedMonitor["uptime"];
}

/** Translates all monitors; groups become tags of their members. */
export function convertKumaMonitors(rows: readonly KumaRow[], around: KumaMonitorSurroundings, notes: MoveNotes) {
  const pathOf = groupPaths(rows);
  const monitors: MovedMonitor[] = [];
  const heartbeats: MovedHeartbeat[] = [];
  for (const row of rows) {
    const id = parseForeignId(row.id);
    const type = kumaText(row, "type");
    if (type === "group") continue;
    if (id === null) {
      notes.leftOut({ noun: "monitor", id: null, name: foreignName(row.name, "Monitor") }, "id", "It has no id.");
      continue;
    }
    const facts: KumaMonitorFacts = {
      path: pathOf(row),
      componentIds: around.componentIdsOf(id),
      history: around.historyOf(id),
      uptime: around.uptimeOf(id),
    };
    if (type === "push") heartbeats.push(...[convertKumaHeartbeat(row, facts, notes) ?? []].flat());
    else monitors.push(...[convertKumaMonitor(row, facts, notes) ?? []].flat());
  }
  return { monitors, heartbeats };
}
