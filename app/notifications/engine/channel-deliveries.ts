import {
  activeChannelsByIdsQuery,
  channelsNotifiedOfSubjectQuery,
  channelsWantingNoticeKindsQuery,
} from "~/channels/queries/channel";
import { passesChannelFilters } from "~/channels/rules/channel-wants";
import { readBatch } from "~/db/read";
import { channelDeliveryTable } from "~/db/schema";
import { insertRowsStatements, keepExistingRowsOption, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { readTeamMessageForChannelChoice } from "../letters/engine/team-message";
import type { NoticeRow } from "../queries/notice";
import { channelEventsOfNoticeKind } from "../rules/missed-events";
import { subjectEndingNoticeKinds } from "../rules/overtaken-messages";
import { quietHoursEnd } from "../rules/quiet-hours";
import { withdrawnNoticeKinds } from "../rules/taken-back-notices";

type InterestedChannel = Awaited<ReturnType<typeof channelsWantingNoticeKindsQuery>>[number];

/**
 * An escalation names its channels and its hours in its policy; the channels' own filters and quiet hours do not apply.
 */
const isNamed = ({ kind }: NoticeRow) => kind === "alert_unacknowledged";

/** True when the channel's filters depend on the message. */
const isChoosy = ({ minimumSeverity, componentIds }: InterestedChannel) =>
  minimumSeverity !== null || componentIds.length > 0;

const isTakenBack = (kind: string): boolean => withdrawnNoticeKinds.some((each) => each === kind);

async function toldOf(
  ctx: Ctx,
  notice: NoticeRow,
  wanting: readonly InterestedChannel[],
): Promise<readonly InterestedChannel[]> {
  // Channels that were notified of the event are also notified that it was taken back, as far as a message is left.
  if (isTakenBack(notice.kind)) return (await readTeamMessageForChannelChoice(ctx, notice)) ? wanting : [];
  if (!wanting.some(isChoosy)) return wanting;
  const found = await readTeamMessageForChannelChoice(ctx, notice);
  if (!found) return [];
  const isEnding = subjectEndingNoticeKinds.some((each) => each === notice.kind);
  const [heard] = isEnding
    ? await readBatch(ctx, channelsNotifiedOfSubjectQuery(ctx, notice.pageId, notice.subjectId))
    : [[]];
  return wanting.filter((each) => passesChannelFilters(each, found.news) || heard.some(({ id }) => id === each.id));
}

function askedFor(ctx: Ctx, { kind, pageId, subjectId, scope }: NoticeRow) {
  if (kind === "alert_unacknowledged")
    return activeChannelsByIdsQuery(ctx, pageId, (scope.channel_ids ?? []) as string[]);
  if (isTakenBack(kind)) return channelsNotifiedOfSubjectQuery(ctx, pageId, subjectId, [kind]);
  return channelsWantingNoticeKindsQuery(ctx, pageId, channelEventsOfNoticeKind(kind));
}

/**
 * Returns the statements that insert a team notice's deliveries, for the batch that starts it: one per channel whose
 * events, severity and components match, due at the end of the channel's quiet hours. Empty when no channel matches or
 * no message is left. Reads ≤ 5 statements.
 */
export async function insertChannelDeliveriesStatements(ctx: Ctx, notice: NoticeRow): Promise<SqlStatement[]> {
  const [wanting] = await readBatch(ctx, askedFor(ctx, notice));
  const told = wanting.length === 0 || isNamed(notice) ? wanting : await toldOf(ctx, notice, wanting);
  const [now, pageId] = [ctx.now(), notice.pageId];
  // A new channel may have been sent the present state while this notice waited.
  return insertRowsStatements(
    channelDeliveryTable,
    told.map(({ id, timeZone, ...hours }) => ({
      channelId: id,
      noticeId: notice.id,
      pageId,
      state: "due",
      attempts: [],
      dueAt: (isNamed(notice) ? null : quietHoursEnd(hours, timeZone, now)) ?? now,
      createdAt: now,
    })),
    { onConflict: keepExistingRowsOption },
  );
}
