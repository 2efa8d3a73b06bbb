import type { IdOnPage } from "~/access/id-on-page";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readOnPage } from "~/change/read-permitted";
import type { NoticeDraft } from "~/commit/commit";
import { channelDeliveryTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { presentStateNoticeKind } from "~/notifications/rules/missed-events";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import { testDeliveryIdSuffix } from "./deliveries";
import { type ChannelRow, channelByIdQuery } from "./queries/channel";
import { type PresentStateRow, presentStateOfChannelQuery } from "./queries/present-state";
import { type ChannelTargetInput, channelTargetInputSchema } from "./rules/channel-input";
import { type MissedState, missedStateOfChannel } from "./rules/missed-state";
import { channelChangeTarget } from "./verbs";

const missedOf = (row: ChannelRow, { isNew, alerts, drafts }: PresentStateRow): MissedState =>
  missedStateOfChannel(row, { isNew: Boolean(isNew), alerts: JSON.parse(alerts), drafts: JSON.parse(drafts) });

/** Size of the present state that a new channel has missed. */
export interface MissedStateCounts {
  alerts: number;
  drafts: number;
}

/** Returns how many alerts fire and drafts wait that a new channel was not there for. */
export const countMissedByNewChannel = (ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<MissedStateCounts>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [channelByIdQuery(ctx, pageId, id), presentStateOfChannelQuery(ctx, pageId, id, testDeliveryIdSuffix)],
    ([[row], [state]]) => {
      if (!row || !state) return missingFailure;
      const { firings, drafts } = missedOf(row, state);
      return ok({ alerts: firings.length, drafts: drafts.length });
    },
  );

/**
 * Returns the message about all firing alerts. The channel’s creation time makes it unique, so that it is sent once.
 */
function noticeOf({ id, pageId, createdAt }: ChannelRow, { firings }: MissedState, now: number): NoticeDraft[] {
  if (firings.length === 0) return [];
  const scope = { firings, channel_ids: [id] };
  const times = { sequence: createdAt, dueAt: now, expiresAt: now + dayMs };
  return [{ kind: presentStateNoticeKind, audience: "team", subjectId: pageId, scope, ...times }];
}

/**
 * Sends a new channel what fires and which drafts wait, once. Failures: missing, conflict (`nothing_missed`: it had a
 * message before, or nothing fires).
 */
export const sendPresentState = (ctx: Ctx, given: ChannelTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      ...channelChangeTarget,
      input: channelTargetInputSchema,
      facts: (_, { pageId, id }) => ({ state: presentStateOfChannelQuery(ctx, pageId, id, testDeliveryIdSuffix) }),
    },
    given,
    ({ row, state: [state] }) => {
      if (!state) return missingFailure;
      const missed = missedOf(row, state);
      const { firings, drafts } = missed;
      if (firings.length + drafts.length === 0) {
        return fail({ name: "conflict", code: "nothing_missed", detail: "notice.nothing" });
      }
      const [now, own] = [ctx.now(), { channelId: row.id, pageId: row.pageId, state: "due" as const, attempts: [] }];
      return ok({
        action: "channel.catch_up",
        changes: insertRowsStatements(
          channelDeliveryTable,
          drafts.map((noticeId) => ({ ...own, noticeId, dueAt: now, createdAt: now })),
        ),
        notices: noticeOf(row, missed, now),
        after: { count: firings.length + drafts.length },
        wakes: true,
      });
    },
  );
