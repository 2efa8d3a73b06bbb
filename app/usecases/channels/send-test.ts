import { runBatch } from "~/db/commit";
import { priorCommit } from "~/db/queries/audit";
import { channelById, finishDeliveries } from "~/db/queries/channel";
import { pageById } from "~/db/queries/page";
import { read } from "~/db/read";
import { channelDelivery } from "~/db/schema";
import { insertRows } from "~/db/write";
import type { TeamMessage } from "~/notify/contract";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/failure";
import { type ChannelTarget, channelTarget } from "~/rules/input/channel";
import { parseInput } from "~/rules/input/parse";
import { permit } from "~/rules/permission";
import { changing, commitChange, type Done, missing, replayOf } from "../change";
import { callChannel } from "./call";

const testEnding = "-test";

/** A test has a delivery and no notice. */
export const isTestDelivery = (id: string): boolean => id.endsWith(testEnding);

function testMessage(ctx: Ctx, page: { name: string; slug: string }, channel: { id: string; name: string }) {
  const message: Omit<TeamMessage, "id"> = {
    event: "test",
    at: ctx.now(),
    page: { name: page.name, url: `${ctx.config.origin}/${page.slug}` },
    title: `Test of the channel ${channel.name}`,
    text: "If you can read this, what you chose will be told here.",
    severity: null,
    link: { text: "Open the channel", url: `${ctx.config.origin}/manage/${page.slug}/channels/${channel.id}` },
    facts: [{ name: "Page", value: page.name }],
  };
  return message;
}

/** Its row stands before the call: nobody else ever claims it, for it is never due. */
const beginning = (ctx: Ctx, target: { pageId: string; channelId: string; noticeId: string }, leaseToken: string) =>
  insertRows(channelDelivery, [{ ...target, state: "due", attempts: [], leaseToken, createdAt: ctx.now() }]);

/**
 * Tells the channel a test, once, also when it is paused; what it answered stands in its deliveries. Failure: missing.
 */
export async function sendTest(ctx: Ctx, given: ChannelTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(channelTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id: channelId, commitId = ctx.id() } = parsed.value;
  const [prior, [row], [page]] = await read(
    ctx,
    priorCommit(ctx, commitId),
    channelById(ctx, pageId, channelId),
    pageById(ctx, pageId),
  );
  const replay = replayOf(prior, pageId);
  if (replay) return replay;
  if (!row || !page) return missing;
  const [noticeId, leaseToken] = [`${ctx.id()}${testEnding}`, ctx.id()];
  const begun = await changing(ctx, () =>
    commitChange(ctx, {
      id: commitId,
      pageId,
      changes: beginning(ctx, { pageId, channelId, noticeId }, leaseToken),
      audit: { action: "channel.test", subjectKind: "channel", subjectId: channelId },
    }),
  );
  if (!begun.ok) return begun;
  const message = { ...testMessage(ctx, page, row), id: `${noticeId}.${channelId}` };
  const { verdict, attempt } = await callChannel(ctx, row, message);
  const state = verdict.outcome === "sent" ? ("sent" as const) : ("dead" as const);
  const over = { channelId, noticeId, state, attempt: 1, attempts: [attempt], dueAt: null, doneAt: ctx.now() };
  await runBatch(ctx, [finishDeliveries(leaseToken, [over])]);
  return begun;
}
