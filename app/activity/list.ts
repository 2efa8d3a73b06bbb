import { permitRole } from "~/access/permission";
import { type AuditEntryView, auditEntryViewOf } from "~/audit/list";
import { auditListQuery, auditNamesOfPageQuery, maxEntriesScanned } from "~/audit/queries/audit";
import { parseListCursor, rowsPerPage } from "~/change/cursor";
import { readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { Status } from "~/status/status";
import { maxStatusChangesScanned, observedStatusQuery } from "./queries/observed-status";
import { type ActivityCursor, mergeActivityStreams } from "./rules/activity";
import { type ActivityKind, activitySubjectFilterOf, activitySubjectName } from "./rules/kinds";

/** An action of a person, a program or Upfront, without its values but for a name. */
export interface ActivityAction extends Omit<AuditEntryView, "before" | "after" | "subjectTitle"> {
  name: string | null;
}

/** A status that machines observed of a component; `lasted` = how long it was not operational, in ms. */
export interface ActivityStatusChange {
  id: string;
  at: number;
  componentId: string;
  name: string;
  status: Status;
  lasted: number | null;
}

export type ActivityEvent = ActivityAction | ActivityStatusChange;

export interface ListedActivity {
  /** Events, newest first. */
  events: ActivityEvent[];
  /** Cursor of the next page; null at the end. A page may be short and still have a next one. */
  before: string | null;
}

export interface ActivityFilter {
  kind?: ActivityKind | undefined;
  /** Id of a person, with what their API tokens did. */
  personId?: string | undefined;
  /** True for machines and programs without a person. */
  byMachines?: boolean | undefined;
}

type AuditRow = Awaited<ReturnType<typeof auditListQuery>>[number];
type StatusRow = Awaited<ReturnType<typeof observedStatusQuery>>[number];

/**
 * Actions that are not listed: subscription requests that are not confirmed, and views of addresses, change nothing on
 * the page.
 */
const unlistedActions = new Set(["subscriber.subscribe", "subscriber.read"]);

function deedOf(row: AuditRow, names: Readonly<Record<string, string>>): ActivityAction {
  const entry = auditEntryViewOf(row);
  const { before: _, after: __, subjectTitle: ___, ...deed } = entry;
  return { ...deed, name: activitySubjectName(entry, names) };
}

const statusOf = ({ id, at, componentId, name, status, lasted }: StatusRow): ActivityStatusChange[] =>
  name === null || status === null ? [] : [{ id, at, componentId, name, status, lasted }];

interface ScannedRow {
  id: string;
  at: number;
  place: number;
  fits: number;
}

/** Returns where a search stopped: at its last row, or where it had read as much as it may. */
function stopOf(rows: readonly ScannedRow[], limit: number, maxScanned: number): ActivityCursor | null {
  const fitting = rows.filter(({ fits }) => fits);
  const last = fitting.length >= limit ? rows.at(-1) : rows.find(({ place }) => place === maxScanned);
  return last ? [last.at, last.id] : null;
}

/**
 * Lists what happened on a page, 50 at a time: the audit log without its values, and what machines observed. One round
 * trip of three statements, which reads at most 1,500 rows of indexes.
 */
export async function listActivity(
  ctx: Ctx,
  {
    pageId,
    before: cursor,
    kind,
    personId,
    byMachines,
  }: { pageId: string; before?: string | undefined } & ActivityFilter,
): Promise<Result<ListedActivity>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [before, limit] = [parseListCursor(cursor), rowsPerPage + 1];
  const actor = personId ? { personId } : byMachines ? { actorKind: "machine" } : {};
  const listing = { ...actor, subjectKinds: activitySubjectFilterOf(kind), before, limit: limit + 1, withNotes: false };
  const isWanted = !personId && (kind === undefined || kind === "status");
  const [entries, [known], changes] = await readBatch(
    ctx,
    auditListQuery(ctx, pageId, listing),
    auditNamesOfPageQuery(ctx, pageId),
    observedStatusQuery(ctx, pageId, { before, isWanted, limit: limit + 1 }),
  );
  const names = JSON.parse(known?.names ?? "{}") as Record<string, string>;
  const deeds = entries.filter(({ fits, action }) => fits && !unlistedActions.has(action));
  const sources = [
    { events: deeds.map((row) => deedOf(row, names)), stoppedAt: stopOf(entries, limit, maxEntriesScanned) },
    {
      events: changes.filter(({ fits }) => fits).flatMap(statusOf),
      stoppedAt: stopOf(changes, limit, maxStatusChangesScanned),
    },
  ];
  return ok(mergeActivityStreams<ActivityEvent>(sources, rowsPerPage));
}
