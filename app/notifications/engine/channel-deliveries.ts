import { channelsNamed, channelsThatWant, channelsToldOf } from "~/channels/queries/channel";
import { channelWants } from "~/channels/rules/channel-wants";
import { read } from "~/db/read";
import { channelDelivery } from "~/db/schema";
import { insertRows, type Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { messageToChoose } from "../letters/engine/team-message";
import type { NoticeRow } from "../queries/notice";
import { eventsOf } from "../rules/missed";
import { endings } from "../rules/overtaken";
import { quietEnd } from "../rules/quiet-hours";
import { takenBackKinds } from "../rules/taken-back";

type Wanting = Awaited<ReturnType<typeof channelsThatWant>>[number];

/** Whom an escalation tells its policy says, and at which hours; what a channel wants else does not count. */
const isNamed = ({ kind }: NoticeRow) => kind === "alert_unacknowledged";

/** Those of whom it depends on what the message says. */
const isChoosy = ({ minimumSeverity, componentIds }: Wanting) => minimumSeverity !== null || componentIds.length > 0;

const isTakenBack = (kind: string): boolean => takenBackKinds.some((each) => each === kind);

async function toldOf(ctx: Ctx, notice: NoticeRow, wanting: readonly Wanting[]): Promise<readonly Wanting[]> {
  // Whoever heard of it hears of its end, as far as it is one.
  if (isTakenBack(notice.kind)) return (await messageToChoose(ctx, notice)) ? wanting : [];
  if (!wanting.some(isChoosy)) return wanting;
  const found = await messageToChoose(ctx, notice);
  if (!found) return [];
  const isEnding = endings.some((each) => each === notice.kind);
  const [heard] = isEnding ? await read(ctx, channelsToldOf(ctx, notice.pageId, notice.subjectId)) : [[]];
  return wanting.filter((each) => channelWants(each, found.news) || heard.some(({ id }) => id === each.id));
}

function askedFor(ctx: Ctx, { kind, pageId, subjectId, scope }: NoticeRow) {
  if (kind === "alert_unacknowledged") return channelsNamed(ctx, pageId, (scope.channel_ids ?? []) as string[]);
  if (isTakenBack(kind)) return channelsToldOf(ctx, pageId, subjectId, [kind]);
  return channelsThatWant(ctx, pageId, eventsOf(kind));
}

/**
 * The deliveries of a team notice, by the events, the severity and the components that each channel of its page wants; to be
 * written in the batch that begins it. In a channel's quiet hours it is due at their end. Empty when nobody wants it or
 * there is nothing to tell any more. Reads ≤ 5 statements.
 */
export async function channelDeliveriesFor(ctx: Ctx, notice: NoticeRow): Promise<Statement[]> {
  const [wanting] = await read(ctx, askedFor(ctx, notice));
  const told = wanting.length === 0 || isNamed(notice) ? wanting : await toldOf(ctx, notice, wanting);
  const [now, pageId] = [ctx.now(), notice.pageId];
  return insertRows(
    channelDelivery,
    told.map(({ id, timeZone, ...hours }) => ({
      channelId: id,
      noticeId: notice.id,
      pageId,
      state: "due",
      attempts: [],
      dueAt: (isNamed(notice) ? null : quietEnd(hours, timeZone, now)) ?? now,
      createdAt: now,
    })),
  );
}
