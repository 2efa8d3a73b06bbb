import { priorCommit } from "~/db/queries/audit";
import { occurrencesOf, type SeriesRow, seriesById, seriesStill } from "~/db/queries/maintenance-series";
import { read } from "~/db/read";
import { maintenance, maintenanceSeries } from "~/db/schema";
import { updateRows } from "~/db/write";
import { touchedStatus } from "~/engines/edges/maintenance-rows";
import { newRule, repeatTrouble } from "~/engines/edges/series-rows";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type EditSeriesInput, editSeriesInput } from "~/rules/maintenances/input";
import { shiftedStart } from "~/rules/maintenances/series";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { differences, present } from "../change/differences";
import { find } from "../change/find";
import { unknownComponent } from "./known-components";
import { arranged, occurrenceChanges } from "./series-occurrences";

export type { EditSeriesInput };

type Parsed = ReturnType<typeof editSeriesInput.parse>;

function componentsOf({ components }: Parsed) {
  if (!components) return undefined;
  return Object.fromEntries(Object.entries(components).map(([id, status]) => [id, touchedStatus(status)]));
}

/** The columns that change; refused where it would overlap itself. */
function wantedFields(series: SeriesRow, input: Parsed): Result<Partial<SeriesRow>> {
  const { title, body, autoStart, autoEnd, tellStart, tellEnd, remindDay, remindHour, startsAt, endsAt } = input;
  const head = present({ title, body, autoStart, autoEnd, tellStart, tellEnd, remindDay, remindHour });
  const given = startsAt !== undefined && endsAt !== undefined;
  const startsLocal = given ? shiftedStart(series, startsAt) : series.startsLocal;
  const duration = given ? endsAt - startsAt : series.duration;
  const times = { startsLocal, duration, rule: newRule(series.rule, startsLocal, input.repeat) };
  const fields = { ...head, ...present({ components: componentsOf(input) }), ...times };
  return repeatTrouble({ ...times, zone: series.zone }) ?? ok(fields);
}

/**
 * Changes a repetition and what is planned of it; an occurrence that a person changed by itself, that has begun or is
 * over stays as it is. Failures: invalid (`end_before_start`, `overlaps_itself`), conflict (version), missing.
 */
export async function editSeries(ctx: Ctx, given: EditSeriesInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(editSeriesInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id(), components, notify } = parsed.value;
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
    const unknown = await unknownComponent(ctx, pageId, components ?? {}, series.components);
    if (unknown) return unknown;
    const wanted = wantedFields(series, parsed.value);
    if (!wanted.ok) return wanted;
    const after = { ...series, ...wanted.value };
    const plan = arranged(now, series, after, found);
    const rows = occurrenceChanges(ctx, after, plan, { found, notify });
    if (!rows.ok) return rows;
    const { madeUntil, dueAt } = plan.step;
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [
        { table: maintenanceSeries, rows: [{ id, version: series.version }] },
        { table: maintenance, rows: rows.value.versions },
      ],
      guards: [seriesStill(series)],
      changes: [
        ...updateRows(maintenanceSeries, pageId, [{ id, ...wanted.value, madeUntil, dueAt, updatedAt: now }]),
        ...rows.value.changes,
      ],
      notices: rows.value.notices,
      audit: {
        action: "maintenance_series.edit",
        subjectKind: "maintenance_series",
        subjectId: id,
        ...differences(series, wanted.value),
      },
      publishes: true,
    });
  });
}
