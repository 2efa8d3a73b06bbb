import { withOtherFailures } from "~/change/and-also";
import type { ChangeResult } from "~/change/change-result";
import { createOneRow } from "~/change/create-one";
import type { ChangeDecision } from "~/change/decision";
import type { RowsByQueryName } from "~/db/read";
import { invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { takenProposalQueries, takeProposal } from "~/proposals/queries/take-proposal";
import { plannedMaintenanceRows } from "./engine/maintenance-rows";
import { newSeriesRows } from "./engine/series-rows";
import { componentsIfNamedQuery, unknownMaintenanceComponentFailure } from "./known-components";
import { type PlanMaintenanceInput, planMaintenanceInputSchema } from "./rules/input";

export type { PlanMaintenanceInput };

type PlanInput = ReturnType<typeof planMaintenanceInputSchema.parse>;

/** Returns the failure when the maintenance window would already be over; otherwise null. */
const judgedEnd = (ctx: Ctx, endsAt: unknown): Result<never> | null =>
  typeof endsAt === "number" && endsAt <= ctx.now() ? invalidFieldFailure("endsAt", "time.past", "end_in_past") : null;

/** Returns the rows of a single maintenance window, or of a series with its occurrences of the next 30 days. */
function rowsOf(ctx: Ctx, id: string, input: PlanInput, zone: string) {
  const { pageId, startsAt, endsAt, tellPlanned, repeat } = input;
  if (repeat) return newSeriesRows(ctx, { id, zone, input: { ...input, repeat } });
  const own = { id, startsAt, endsAt, seriesId: null, occurrenceAt: null, notify: tellPlanned };
  return plannedMaintenanceRows(ctx, pageId, input, [own]);
}

/** Returns the queries for the facts on which a plan is decided. */
export const maintenancePlanQueries = (ctx: Ctx, { pageId, components }: Pick<PlanInput, "pageId" | "components">) => ({
  page: pageByIdQuery(ctx, pageId),
  shown: componentsIfNamedQuery(ctx, pageId, components),
});

type PlanFacts = RowsByQueryName<ReturnType<typeof maintenancePlanQueries>>;

/** Decides a plan: the rows of the maintenance window or of its series, and who is notified. */
export function decideMaintenancePlan(
  ctx: Ctx,
  { id, input, page: [page], shown }: PlanFacts & { id: string; input: PlanInput },
): Result<ChangeDecision> {
  const { components, title, startsAt, endsAt, repeat } = input;
  const late = judgedEnd(ctx, endsAt);
  if (late) return late;
  if (!page) return missingFailure;
  const unknown = unknownMaintenanceComponentFailure(shown, components);
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
}

/**
 * Schedules maintenance, which starts and ends automatically if so configured. With `repeat` it is the first occurrence
 * of a new series; with `proposalId` the proposal is deleted. Failures: invalid (`end_before_start`, `end_in_past`,
 * `no_dates`, `overlaps_itself`), conflict `proposal_over`.
 */
export async function planMaintenance(ctx: Ctx, given: PlanMaintenanceInput): Promise<Result<ChangeResult>> {
  const done = await createOneRow(
    ctx,
    {
      role: "responder",
      subject: "maintenance",
      input: planMaintenanceInputSchema,
      facts: (_, input) => ({
        ...maintenancePlanQueries(ctx, input),
        ...takenProposalQueries(ctx, input.pageId, input.proposalId),
      }),
    },
    given,
    ({ id, input, page, shown, proposals }) => {
      const taken = takeProposal(input, proposals);
      if (!taken.ok) return taken;
      const plan = decideMaintenancePlan(ctx, { id, input, page, shown });
      if (!plan.ok) return plan;
      const { guards, changes, audited } = taken.value;
      const { changes: rows = [], after, ...rest } = plan.value;
      return ok({ ...rest, after: { ...after, ...audited }, guards, changes: [...rows, ...changes] });
    },
  );
  return withOtherFailures(done, () => judgedEnd(ctx, given.endsAt) ?? ok(null));
}
