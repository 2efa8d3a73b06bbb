import { withOtherFailures } from "~/change/and-also";
import type { ChangeResult } from "~/change/change-result";
import { createOneRow } from "~/change/create-one";
import { invalidField, missingFailure, ok, type Result } from "~/failures/failure";
import { pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { plannedMaintenanceRows } from "./engine/maintenance-rows";
import { newSeriesRows } from "./engine/series-rows";
import { componentsOfPageQuery, unknownComponentFailure } from "./known-components";
import { type PlanMaintenanceInput, planMaintenanceInput } from "./rules/input";

export type { PlanMaintenanceInput };

type PlanInput = ReturnType<typeof planMaintenanceInput.parse>;

/** Returns the failure when it would be over already. */
const judgedEnd = (ctx: Ctx, endsAt: unknown): Result<never> | null =>
  typeof endsAt === "number" && endsAt <= ctx.now() ? invalidField("endsAt", "time.past", "end_in_past") : null;

/** Returns the rows of a single maintenance, or of a series with its occurrences of the next 30 days. */
function rowsOf(ctx: Ctx, id: string, input: PlanInput, zone: string) {
  const { pageId, startsAt, endsAt, tellPlanned, repeat } = input;
  if (repeat) return newSeriesRows(ctx, { id, zone, input: { ...input, repeat } });
  const own = { id, startsAt, endsAt, seriesId: null, occurrenceAt: null, notify: tellPlanned };
  return plannedMaintenanceRows(ctx, pageId, input, [own]);
}

/**
 * Schedules a maintenance; it starts and ends automatically if so configured. With `repeat` it is the first occurrence
 * of a new series. Failures: invalid (`end_before_start`, `end_in_past`, `no_dates`, `overlaps_itself`).
 */
export async function planMaintenance(ctx: Ctx, given: PlanMaintenanceInput): Promise<Result<ChangeResult>> {
  const done = await createOneRow(
    ctx,
    {
      role: "responder",
      subject: "maintenance",
      input: planMaintenanceInput,
      facts: (_, { pageId, components }) => ({
        page: pageByIdQuery(ctx, pageId),
        shown: componentsOfPageQuery(ctx, pageId, components),
      }),
    },
    given,
    ({ id, input, page: [page], shown }) => {
      const { components, title, startsAt, endsAt, repeat } = input;
      const late = judgedEnd(ctx, endsAt);
      if (late) return late;
      if (!page) return missingFailure;
      const unknown = unknownComponentFailure(shown, components);
      if (unknown) return unknown;
      const rows = rowsOf(ctx, id, input, page.timeZone);
      if (!rows.ok) return rows;
      return ok({
        action: "maintenance.plan",
        changes: rows.value.changes,
        notices: rows.value.notices,
        after: { title, startsAt, endsAt, components, ...(repeat ? { repeat } : {}) },
        publishes: true,
      });
    },
  );
  return withOtherFailures(done, () => judgedEnd(ctx, given.endsAt) ?? ok(null));
}
