import type { CommitPlan } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { auditEntryTable, restatedComponentTable } from "~/db/schema";
import { deleteRowsStatements, insertRowsStatements, updateRowsStatements } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Day } from "~/time/day";
import { type PackedDaysRow, packDaysStatements } from "../../queries/component-year";
import { takeTimelineVersionStatement } from "../../timeline/queries/status-change";
import { packedDaysByComponent } from "../../uptime/rules/packed-days";
import {
  markRestatedStatements,
  nextComponentsToRestateQuery,
  packedYearsOfComponentsQuery,
  type RestatingRow,
  type restatedPageByIdQuery,
} from "../queries/restating";
import { formerPartsByDaySpan } from "../rules/former-days";
import { type DoubledDayCorrections, stillDoubledPartsByDay } from "../rules/mended-days";
import { daysSinceStartDate, daysToExamine, yearsOfDays } from "../rules/past-days";
import { type ClosedDayParts, restatedPartsByDay } from "../rules/restated-days";
import { restatingStepCommit } from "./restating-step";

type RestatedPage = Awaited<ReturnType<typeof restatedPageByIdQuery>>[number];
type ComponentToWrite = Awaited<ReturnType<typeof nextComponentsToRestateQuery>>[number];

const componentsPerStep = 10;

interface RestatedDays {
  id: string;
  stretches: [number, number][];
  days: Map<string, readonly number[]>;
  former: Record<string, readonly number[]>;
}

/**
 * Returns what is written for a component, calculated again from its current days, which may have been packed again
 * meanwhile.
 */
function restatedOf(
  { own, stretches: text, mended }: ComponentToWrite,
  closed: ClosedDayParts,
  all: readonly Day[],
): RestatedDays {
  const stretches = own.keptBy === "manual" ? [] : (JSON.parse(text) as [number, number][]);
  const doubled = stillDoubledPartsByDay(mended === null ? {} : (JSON.parse(mended) as DoubledDayCorrections), closed);
  const days = daysSinceStartDate(all, own.startDate);
  const spans = stretches.map(([from, to]) => ({ from, to }));
  const restated = restatedPartsByDay({ closed, days, stretches: spans, mended: doubled });
  return { id: own.id, stretches, days: restated, former: formerPartsByDaySpan(closed, restated, days) };
}

/** Returns one row for each component and year. */
const yearRows = ({ id, days }: RestatedDays): PackedDaysRow[] =>
  [...Map.groupBy(days, ([date]) => date.slice(0, 4))].map(([year, all]) => ({
    componentId: id,
    year: Number(year),
    days: Object.fromEntries(all.map(([date, parts]) => [date.slice(5), [...parts]])),
  }));

const interval = ([from, to]: [number, number]) => `${new Date(from).toISOString()}/${new Date(to).toISOString()}`;

/** Returns the audit entry, in the name of the owner who started the restating. */
function entryOf(ctx: Ctx, { pageId, startedBy }: RestatingRow, { id, stretches, former }: RestatedDays) {
  return {
    id: ctx.id(),
    pageId,
    at: ctx.now(),
    actorKind: startedBy === null ? "machine" : "person",
    actorId: startedBy ?? "tick",
    action: "component.restate",
    subjectKind: "component",
    subjectId: id,
    before: { restatedDays: former },
    after: { restatedStretches: stretches.map(interval) },
    requestId: ctx.requestId,
  };
}

/** Writes the history of the next components. Components that have been set to manual since are left unchanged. */
export async function planDaysWriteStep(ctx: Ctx, row: RestatingRow, page: RestatedPage): Promise<CommitPlan> {
  const [found] = await readBatch(ctx, nextComponentsToRestateQuery(ctx, row, componentsPerStep));
  const now = ctx.now();
  const isLast = found.length < componentsPerStep;
  const { pageId, until } = row;
  const isLeft = ({ own, mended }: ComponentToWrite) =>
    own.archivedAt !== null || (own.keptBy === "manual" && mended === null);
  const written = found.filter((each) => !isLeft(each));
  const ids = written.map(({ own }) => own.id);
  const startDates = written.map(({ own }) => own.startDate);
  const days = daysToExamine(page.timeZone, startDates, until);
  const [rows] = await readBatch(ctx, packedYearsOfComponentsQuery(ctx, pageId, ids, yearsOfDays(days)));
  const packed = packedDaysByComponent(rows);
  const restated = written.map((each) => restatedOf(each, packed.get(each.own.id) ?? new Map(), days));
  const left = found.filter(isLeft).map(({ own }) => ({ componentId: own.id }));
  return restatingStepCommit(
    ctx,
    row,
    isLast ? { stage: "done", cursor: "", dueAt: null, doneAt: now } : { cursor: found.at(-1)?.own.id ?? "" },
    {
      guards: [takeTimelineVersionStatement(ctx, pageId, page)],
      changes: [
        ...packDaysStatements(pageId, restated.flatMap(yearRows)),
        ...markRestatedStatements(pageId, now, restated),
        ...updateRowsStatements(
          restatedComponentTable,
          pageId,
          restated.map(({ id }) => ({ componentId: id, doneAt: now })),
          ["componentId"],
        ),
        ...deleteRowsStatements(restatedComponentTable, pageId, left),
        ...insertRowsStatements(
          auditEntryTable,
          restated.map((each) => entryOf(ctx, row, each)),
        ),
      ],
      publishes: "home",
    },
  );
}
