import type { CommitPlan } from "~/commit/commit";
import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { readDoubledDays } from "../../timeline/engine/doubled-days";
import { auditLogEntriesPerStep, nextAuditLogEntriesQuery, type RestatingRow } from "../queries/restating";
import {
  emptyObserverHistory,
  extendObserverHistory,
  isObserverAuditAction,
  type ObserverAuditEntry,
} from "../rules/watch-log";
import { restatingStepCommit } from "./restating-step";

type AuditLogEntryRow = Awaited<ReturnType<typeof nextAuditLogEntriesQuery>>[number];

const factsIn = (text: string | null) => (text === null ? null : (JSON.parse(text) as Record<string, unknown>));

const entryOf = ({ at, action, subjectId, before, after }: AuditLogEntryRow): ObserverAuditEntry => ({
  at,
  action,
  subjectId,
  before: factsIn(before),
  after: factsIn(after),
});

/** Reads the next portion of the page's audit log; at its end the components are examined. */
export async function planAuditLogReadStep(ctx: Ctx, row: RestatingRow): Promise<CommitPlan> {
  const log = row.watchLog ?? emptyObserverHistory;
  const [entries] = await readBatch(ctx, nextAuditLogEntriesQuery(ctx, row.pageId, log));
  const last = entries.at(-1);
  const telling = entries.filter(({ action }) => isObserverAuditAction(action)).map(entryOf);
  const watchLog = extendObserverHistory(log, telling, last ?? log);
  if (entries.length === auditLogEntriesPerStep) return restatingStepCommit(ctx, row, { watchLog });
  const zones = (watchLog.zones ?? []).filter(({ at }) => at < row.until);
  const found = await readDoubledDays(ctx, row.pageId, zones);
  const doubled = Object.fromEntries([...found].map(([id, days]) => [id, Object.fromEntries(days)]));
  return restatingStepCommit(ctx, row, { watchLog: { ...watchLog, doubled }, stage: "counting" });
}
