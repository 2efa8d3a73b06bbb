import { priorCommitQuery } from "~/audit/queries/audit";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { channelDeliveryTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { pendingRetryAt, retryAtFromRetryAfter } from "~/net/retry";
import { sendMessageToChannel } from "~/notifications/engine/call-channel";
import { pageByIdQuery } from "~/pages/queries/page";
import { pageAddress } from "~/pages/rules/page-address";
import type { Ctx } from "~/platform/ctx";
import type { TeamMessage } from "./contract/messages";
import { channelDeliveryView, type ListedChannelDelivery, testDeliveryIdSuffix } from "./deliveries";
import {
  type ChannelRow,
  channelByIdQuery,
  delayChannelStatement,
  deliveriesOfChannelQuery,
  finishDeliveriesStatement,
} from "./queries/channel";
import { type ChannelTargetInput, channelTargetInputSchema } from "./rules/channel-input";

export interface ChannelTestResult {
  id: string;
  /** Delivery with the receiver's answer. */
  delivery: ListedChannelDelivery;
}

type Page = { name: string; slug: string; host: string | null };

function testMessage(ctx: Ctx, page: Page, channel: ChannelRow): Omit<TeamMessage, "id"> {
  return {
    event: "test",
    at: ctx.now(),
    page: { name: page.name, url: pageAddress(ctx.config.origin, page) },
    title: `Test of the channel ${channel.name}`,
    text: "If you can read this, the selected events will be sent here.",
    severity: null,
    impact: null,
    impactNow: null,
    alarm: true,
    link: { text: "Open the channel", url: `${ctx.config.origin}/manage/${page.slug}/channels/${channel.id}` },
    facts: [{ name: "Page", value: page.name }],
    thread: null,
  };
}

/** Returns the channel's newest delivery: the result of a test that was sent twice. */
async function newest(ctx: Ctx, pageId: string, channelId: string): Promise<Result<ChannelTestResult>> {
  const [[found]] = await readBatch(ctx, deliveriesOfChannelQuery(ctx, pageId, channelId, null, 1));
  return found ? ok({ id: channelId, delivery: channelDeliveryView(found.row, found) }) : missingFailure;
}

/** The receiver asked to be left alone, and a test would be another call. */
const askedToWait = fail({ name: "conflict", code: "asked_to_wait", detail: "channel.asked_to_wait" });

/** Calls the channel and stores the answer. */
async function call(ctx: Ctx, row: ChannelRow, page: Page, { noticeId, token }: { noticeId: string; token: string }) {
  const message = { ...testMessage(ctx, page, row), id: `${noticeId}.${row.id}` };
  const { verdict, attempts, callsDone } = await sendMessageToChannel(ctx, row, message);
  const state = verdict.outcome === "sent" ? ("sent" as const) : ("dead" as const);
  const over = { state, attempt: 1, attempts, callsDone, dueAt: null, doneAt: ctx.now() };
  const asked = verdict.outcome === "again" && verdict.retryAfter ? verdict.retryAfter : null;
  await runBatch(ctx, [
    finishDeliveriesStatement(token, [{ channelId: row.id, noticeId, ...over }]),
    ...(asked === null ? [] : [delayChannelStatement(row.id, retryAtFromRetryAfter(ctx.now(), asked))]),
  ]);
}

/**
 * Sends one test message, even to a paused channel. Its delivery is stored before the call and is never due, so that no
 * sender takes it. Failures: missing, conflict (`asked_to_wait`).
 */
export async function sendChannelTest(ctx: Ctx, given: ChannelTargetInput): Promise<Result<ChannelTestResult>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: channelTargetInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, id: channelId } = input;
  const [prior, [row], [page]] = await readBatch(
    ctx,
    priorCommitQuery(ctx, commitId),
    channelByIdQuery(ctx, pageId, channelId),
    pageByIdQuery(ctx, pageId),
  );
  const replay = priorCommitResultOf(prior, pageId);
  if (replay) return replay.ok ? newest(ctx, pageId, replay.value.id) : replay;
  if (!row || !page) return missingFailure;
  if (pendingRetryAt(row.retryAt, ctx.now()) !== null) return askedToWait;
  const [noticeId, token] = [`${ctx.id()}${testDeliveryIdSuffix}`, ctx.id()];
  const beginning = { pageId, channelId, noticeId, state: "due" as const, attempts: [], leaseToken: token };
  const begun = await commitChangeWithRetry(ctx, () =>
    commitChange(ctx, {
      id: commitId,
      pageId,
      changes: insertRowsStatements(channelDeliveryTable, [{ ...beginning, createdAt: ctx.now() }]),
      audit: { action: "channel.test", subjectKind: "channel", subjectId: channelId },
    }),
  );
  if (!begun.ok) return begun;
  await call(ctx, row, page, { noticeId, token });
  return newest(ctx, pageId, channelId);
}
