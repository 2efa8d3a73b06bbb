import { priorCommit } from "~/db/queries/audit";
import { dropReminders } from "~/db/queries/maintenance";
import {
  type OccurrenceRow,
  occurrencesOf,
  type SeriesRow,
  seriesById,
  seriesStill,
} from "~/db/queries/maintenance-series";
import { read } from "~/db/read";
import { maintenance, maintenanceSeries } from "~/db/schema";
import { updateRows as changeRows } from "~/db/write";
import { tell, updateRows } from "~/engines/edges/maintenance-rows";
import { usualWords } from "~/engines/edges/maintenance-words";
import type { Ctx } from "~/platform/ctx";
import { fail, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type EndSeriesInput, endSeriesInput } from "~/rules/maintenances/input";
import { endedRule } from "~/rules/maintenances/series";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { find } from "../change/find";

export type { EndSeriesInput };

/** What is planned is called off; told once, of the soonest. */
function callOff(ctx: Ctx, { pageId, components }: SeriesRow, coming: readonly OccurrenceRow[], notify: boolean) {
  const now = ctx.now();
  const ids = coming.map(({ row }) => row.id);
  const told = notify ? ids.slice(0, 1) : [];
  const soonest = coming[0]?.row.version ?? 0;
  const off = ids.map((id) => ({ id, status: "cancelled" as const, dueAt: null, updatedAt: now }));
  const says = (maintenanceId: string) => ({
    ...{ maintenanceId, status: "cancelled" as const, notify: told.includes(maintenanceId) },
    body: told.includes(maintenanceId) ? usualWords.ended : usualWords.cancelled,
  });
  return {
    changes: [
      ...changeRows(maintenance, pageId, off),
      ...updateRows(ctx, pageId, ids.map(says)),
      ...(ids.length > 0 ? [dropReminders(ids)] : []),
    ],
    notices: told.map((id) => tell(ctx, "maintenance_cancelled", { id, components }, soonest + 1)),
  };
}

/**
 * Ends a repetition: nothing more is made of it and what is planned is called off, silently or told; what goes on goes
 * on. Failures: conflict (version, `over`), missing.
 */
export async function endSeries(ctx: Ctx, given: EndSeriesInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(endSeriesInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id(), notify } = parsed.value;
  return changing(ctx, async () => {
    const now = ctx.now();
    const [prior, [row], found] = await read(
      ctx,
      priorCommit(ctx, commitId),
      seriesById(ctx, pageId, id),
      occurrencesOf(ctx, pageId, id, now),
    );
    const target = find(prior, row, { pageId, version });
    if (target.answer) return target.answer;
    const series = target.row;
    const coming = found.filter((each) => each.row.status === "scheduled");
    if (series.dueAt === null && coming.length === 0) {
      return fail({ name: "conflict", code: "over", detail: "It has ended already." });
    }
    const off = callOff(ctx, series, coming, notify);
    const rule = endedRule(series, now);
    const versions = coming.map((each) => ({ id: each.row.id, version: each.row.version }));
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [
        { table: maintenanceSeries, rows: [{ id, version: series.version }] },
        { table: maintenance, rows: versions },
      ],
      guards: [seriesStill(series)],
      changes: [...changeRows(maintenanceSeries, pageId, [{ id, rule, dueAt: null, updatedAt: now }]), ...off.changes],
      notices: off.notices,
      audit: {
        action: "maintenance_series.end",
        subjectKind: "maintenance_series",
        subjectId: id,
        before: { rule: series.rule, planned: coming.length },
        after: { rule, planned: 0 },
      },
      publishes: true,
    });
  });
}
