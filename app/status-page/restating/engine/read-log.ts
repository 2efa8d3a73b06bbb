import type { Commit } from "~/commit/commit";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { doubledDaysOf } from "../../timeline/engine/doubled-days";
import { entriesPerStep, nextLogEntries, type RestatingRow } from "../queries/restating";
import { emptyWatchLog, extendWatchLog, isWatchAction, type WatchEntry } from "../rules/watch-log";
import { stepOf } from "./restating-step";

type LogEntryRow = Awaited<ReturnType<typeof nextLogEntries>>[number];

const factsIn = (text: string | null) => (text === null ? null : (JSON.parse(text) as Record<string, unknown>));

const entryOf = ({ at, action, subjectId, before, after }: LogEntryRow): WatchEntry => ({
  at,
  action,
  subjectId,
  before: factsIn(before),
  after: factsIn(after),
});

/** Reads the next portion of the page's audit log; at its end the components are examined. */
export async function planReading(ctx: Ctx, row: RestatingRow): Promise<Commit> {
  const log = row.watchLog ?? emptyWatchLog;
  const [entries] = await read(ctx, nextLogEntries(ctx, row.pageId, log));
  const last = entries.at(-1);
  const telling = entries.filter(({ action }) => isWatchAction(action)).map(entryOf);
  const watchLog = extendWatchLog(log, telling, last ?? log);
  if (entries.length === entriesPerStep) return stepOf(ctx, row, { watchLog });
  const zones = (watchLog.zones ?? []).filter(({ at }) => at < row.until);
  const found = await doubledDaysOf(ctx, row.pageId, zones);
  const doubled = Object.fromEntries([...found].map(([id, days]) => [id, Object.fromEntries(days)]));
  return stepOf(ctx, row, { watchLog: { ...watchLog, doubled }, stage: "counting" });
}
