import { readComponentUptime } from "~/components/uptime";
import { invalidFieldFailure, ok } from "~/failures/failure";
import { englishText } from "~/failures/refusal";
import { refusalText } from "~/i18n/refusal-text";
import type { MonitorSummaryView } from "~/monitors/monitor-view";
import { readMonitor } from "~/monitors/read";
import { readMonitorResults } from "~/monitors/results";
import { listMonitors } from "~/monitors/verbs";
import { minuteMs } from "~/time/durations";
import { isoInstant, isoInstantOrNull } from "../rules/instants";
import type { ToolOutput } from "../rules/tool-outputs";
import { markUntrustedTextOrNull } from "../rules/untrusted-text";
import type { ToolRun } from "./tool-call";

/** Returns a monitor without its settings, which may hold secrets; what a check found comes from the checked server. */
const monitorShape = (row: MonitorSummaryView): ToolOutput<"list_monitors">["monitors"][number] => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  target: markUntrustedTextOrNull(row.target),
  tags: row.tags,
  state: row.state,
  since: isoInstant(row.since),
  interval_minutes: row.interval,
  last_check_at: isoInstantOrNull(row.lastCheckAt),
  response_ms: row.milliseconds,
  detail: markUntrustedTextOrNull(refusalText(row.detail, "en")),
  uptime: row.uptime,
});

export const listMonitorsTool: ToolRun<"list_monitors"> = async ({ ctx, pageId }, { state, tag, name, after }) => {
  const found = await listMonitors(ctx, { pageId, state, tag, text: name, after });
  return found.ok ? ok({ monitors: found.value.monitors.map(monitorShape), after: found.value.more }) : found;
};

export const getMonitorTool: ToolRun<"get_monitor"> = async ({ ctx, pageId }, { id, range = "day" }) => {
  const [monitor, results] = await Promise.all([
    readMonitor(ctx, { pageId, id }),
    readMonitorResults(ctx, { pageId, id, range }),
  ]);
  if (!monitor.ok) return monitor;
  if (!results.ok) return results;
  return ok({
    ...monitorShape(monitor.value),
    components: monitor.value.components,
    step_minutes: results.value.stepMs / minuteMs,
    results: results.value.points.map(({ at, state, milliseconds }) => ({
      at: isoInstant(at),
      state,
      response_ms: milliseconds,
    })),
  });
};

const seconds = (ms: number): number => Math.round(ms / 1000);

export const getUptimeTool: ToolRun<"get_uptime"> = async ({ ctx, pageId }, { component, group, start, end }) => {
  if ((component === undefined) === (group === undefined))
    return invalidFieldFailure("component", englishText("Name a component or a group."));
  const target = component === undefined ? { groupId: group ?? "" } : { componentId: component };
  const found = await readComponentUptime(ctx, { pageId, ...target, start, end });
  if (!found.ok) return found;
  const { id, name, from, to, uptime, major, partial, incidents, warnings } = found.value;
  return ok({
    id,
    name,
    from: isoInstant(from),
    to: isoInstant(to),
    uptime_percentage: uptime === null ? null : uptime / 100,
    major_outage_seconds: seconds(major),
    partial_outage_seconds: seconds(partial),
    incidents,
    warnings,
  });
};
