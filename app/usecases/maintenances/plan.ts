import { pageById } from "~/db/queries/page";
import { read } from "~/db/read";
import { plannedRows } from "~/engines/edges/maintenance-rows";
import { newSeries } from "~/engines/edges/series-rows";
import type { Ctx } from "~/platform/ctx";
import { invalid, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type PlanMaintenanceInput, planMaintenanceInput } from "~/rules/maintenances/input";
import { type Done, missing } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { unknownComponent } from "./known-components";

export type { PlanMaintenanceInput };

type Parsed = ReturnType<typeof planMaintenanceInput.parse>;

/** By itself, or as a series with the occurrences of its next 30 days. */
function rowsOf(ctx: Ctx, id: string, input: Parsed, zone: string) {
  const { pageId, startsAt, endsAt, tellPlanned, repeat } = input;
  if (repeat) return newSeries(ctx, { id, zone, input: { ...input, repeat } });
  const own = { id, startsAt, endsAt, seriesId: null, occurrenceAt: null, notify: tellPlanned };
  return plannedRows(ctx, pageId, input, [own]);
}

/**
 * Plans a maintenance; the clock starts and ends it where automatic. With `repeat` its series is made as well, and it is
 * the first of it. Failures: invalid (`end_before_start`, `end_in_past`, `no_dates`, `overlaps_itself`).
 */
export async function planMaintenance(ctx: Ctx, given: PlanMaintenanceInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(planMaintenanceInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, commitId = ctx.id(), components, title, startsAt, endsAt } = parsed.value;
  if (endsAt <= ctx.now()) return invalid("endsAt", "This end is in the past.", "end_in_past");
  const id = ctx.id();
  return changing(ctx, async () => {
    const [[page]] = await read(ctx, pageById(ctx, pageId));
    if (!page) return missing;
    const unknown = await unknownComponent(ctx, pageId, components);
    if (unknown) return unknown;
    const rows = rowsOf(ctx, id, parsed.value, page.timeZone);
    if (!rows.ok) return rows;
    const { repeat } = parsed.value;
    return commitChange(ctx, {
      id: commitId,
      pageId,
      changes: rows.value.changes,
      notices: rows.value.notices,
      audit: {
        action: "maintenance.plan",
        subjectKind: "maintenance",
        subjectId: id,
        after: { title, startsAt, endsAt, components, ...(repeat ? { repeat } : {}) },
      },
      publishes: true,
    });
  });
}
