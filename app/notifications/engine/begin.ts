import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { translateDatabaseError } from "~/platform/trouble";
import { countSubscriberFailuresStatement } from "../queries/batch";
import {
  beginNoticeStatement,
  endNoticesStatement,
  guardNoticesWaitingStatement,
  guardNoticeUnchangedStatement,
  type NoticeRow,
} from "../queries/notice";
import type { NoticePlan } from "../rules/notice-plan";
import { insertChannelDeliveriesStatements } from "./channel-deliveries";
import type { DueNoticeRow } from "./job";

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Returns the scope of a digest: the components of all notices that it carries. */
function scopeOf(notice: NoticeRow, carried: readonly NoticeRow[], channels: number): Record<string, unknown> {
  const components = new Set([notice, ...carried].flatMap((each) => idsIn(each.scope.component_ids)));
  return {
    ...notice.scope,
    ...(components.size > 0 ? { component_ids: [...components] } : {}),
    ...(carried.length > 0 ? { with: carried.map(({ id }) => id) } : {}),
    ...(channels > 0 ? { channels } : {}),
  };
}

/**
 * Starts the first round in one guarded batch: it includes the news of notices that wait with it, ends the retries of
 * earlier ones, and creates the channels' deliveries. Throws LostRaceError when another sender was faster.
 */
export async function beginNoticeRound(
  { ctx, siblings }: { ctx: Ctx; siblings: readonly NoticeRow[] },
  { built: _, ...notice }: DueNoticeRow,
  plan: Extract<NoticePlan, { step: "begin" }>,
): Promise<NoticeRow> {
  const carried = siblings.filter(({ id }) => plan.with.includes(id));
  const ended = siblings.filter(({ id }) => plan.supersedes.includes(id));
  const deliveries = notice.audience === "team" ? await insertChannelDeliveriesStatements(ctx, notice) : [];
  const [now, scope] = [ctx.now(), scopeOf(notice, carried, deliveries.length)];
  await runBatch(ctx, [
    guardNoticeUnchangedStatement(notice),
    ...(carried.length > 0
      ? [guardNoticesWaitingStatement(plan.with), endNoticesStatement(plan.with, "digested")]
      : []),
    ...(ended.length > 0
      ? [countSubscriberFailuresStatement(ended, now), endNoticesStatement(plan.supersedes, "superseded")]
      : []),
    ...deliveries,
    beginNoticeStatement(notice, now, scope),
  ]).catch((error) => {
    throw translateDatabaseError(error);
  });
  return { ...notice, expandedAt: now, scope };
}
