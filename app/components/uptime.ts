import { permitRole } from "~/access/permission";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { isUnmonitoredNow } from "~/status/status";
import {
  type ComponentOrGroupTarget,
  readTargetUptimeFacts,
  type TargetUptimeRows,
} from "~/status-page/queries/uptime";
import { restatementOfReport } from "~/status-page/restating/rules/restatement-time";
import { unobservedSpansOf } from "~/status-page/timeline/rules/standstill";
import { packedDaysByComponent } from "~/status-page/uptime/rules/packed-days";
import {
  addUptimeParts,
  exactUptimeRatio,
  groupUptimeHundredths,
  type UptimeParts,
  uptimeHundredths,
  zeroUptimeParts,
} from "~/status-page/uptime/rules/uptime";
import {
  parseUptimeRange,
  type RequestedUptimeRange,
  roughRangeEnd,
  type UptimeRange,
} from "~/status-page/uptime/rules/uptime-range";
import { sumUptimeOfDays, type UptimeTotal } from "~/status-page/uptime/rules/uptime-sum";
import { statusByLayerReader } from "./uptime-facts";

export interface ComponentUptimeView {
  id: string;
  name: string;
  /** Instants, ms. */
  from: number;
  to: number;
  /** Hundredths of a percent, rounded down; null without data. A group's is the mean of its members'. */
  uptime: number | null;
  /** ms; for a group: the sum of its members. */
  major: number;
  partial: number;
  /** Ids of published incidents that affect one of them and overlap the range, oldest first. */
  incidents: string[];
  warnings: string[];
  /** Time when days of the range were restated; null when none were. */
  restatedAt: number | null;
}

export type ReadComponentUptimeInput = { pageId: string } & ComponentOrGroupTarget & RequestedUptimeRange;

function sums(found: TargetUptimeRows, openDayAt: number, { days }: UptimeRange, now: number): UptimeTotal[] {
  const layers = statusByLayerReader(found.touching);
  const packed = packedDaysByComponent(found.years);
  return found.components.map((component) => {
    const changes = found.changes.filter((each) => each.componentId === component.id);
    const closed = packed.get(component.id) ?? new Map<string, UptimeParts>();
    const { startDate } = component;
    const stopped = unobservedSpansOf(found.standstills, component.id);
    return sumUptimeOfDays({ openDayAt, startDate, closed, changes, layers: layers(component), stopped }, days, now);
  });
}

const touched = ({ touching }: TargetUptimeRows, { from, to }: UptimeRange): string[] => {
  const then = touching.filter(
    (each) => each.kind === "incident" && each.startedAt < to && (!each.closed || (each.resolvedAt ?? to) >= from),
  );
  return [...new Set(then.map((each) => each.id))];
};

const nothingKnown = "No data for this period.";

/** Warns when a component is not monitored now, because a past figure does not show that. */
function coverageWarnings({ touching, components }: TargetUptimeRows, isGroup: boolean): string[] {
  const layers = statusByLayerReader(touching);
  const count = components.filter((each) => isUnmonitoredNow(layers(each))).length;
  if (count === 0) return [];
  if (!isGroup) return ["This component is not monitored."];
  return [
    count === components.length
      ? "This group is not monitored."
      : `${count} of ${components.length} components are not monitored.`,
  ];
}

/**
 * Returns the uptime of a component, or a group's members, in a range: closed days as packed, the open day from its
 * rows; time without data is left out. 5 statements. Failures: invalid, missing.
 */
export async function readComponentUptime(
  ctx: Ctx,
  given: ReadComponentUptimeInput,
): Promise<Result<ComponentUptimeView>> {
  const may = permitRole(ctx.actor, ctx.member, given.pageId, "viewer");
  if (!may.ok) return may;
  const now = ctx.now();
  const found = await readTargetUptimeFacts(ctx, given.pageId, given, roughRangeEnd(given, now));
  const { page, components } = found;
  const named = "groupId" in given ? { id: given.groupId, name: found.groupName } : components[0];
  if (!page || !named || named.name === null) return missingFailure;
  const since = components.map((each) => each.startDate).sort()[0] ?? "1970-01-01";
  const range = parseUptimeRange(given, page.timeZone, now, since);
  if (!range.ok) return range;
  const summed = sums(found, page.openDayAt, range.value, now);
  const weight = page.partialWeight;
  const [only] = summed;
  const share =
    "groupId" in given || !only
      ? groupUptimeHundredths(summed.map(({ parts, span }) => exactUptimeRatio(parts, span, weight)))
      : uptimeHundredths(only.parts, only.span, weight);
  const [major, partial] = summed.reduce((all, { parts }) => addUptimeParts(all, parts), zeroUptimeParts);
  const warnings = [
    ...range.value.warnings,
    ...(share === null ? [nothingKnown] : []),
    ...coverageWarnings(found, "groupId" in given),
  ];
  const { from, to } = range.value;
  const incidents = touched(found, range.value);
  const restatedAt = restatementOfReport(components, range.value)?.at ?? null;
  const told = { from, to, uptime: share, major, partial, incidents, warnings, restatedAt };
  return ok({ id: named.id, name: named.name, ...told });
}
