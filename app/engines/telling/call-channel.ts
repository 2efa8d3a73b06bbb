import type { ChannelRow } from "~/db/queries/channel";
import type { ChannelAttempt } from "~/db/schema";
import { channelOf } from "~/notify/channels";
import type { AnyChannel, ChannelCall, ChannelVerdict, TeamMessage } from "~/notify/contract";
import type { Ctx } from "~/platform/ctx";
import { strangerText } from "~/rules/basics/stranger-text";
import { fitToTell } from "./fit-to-tell";

export interface Called {
  verdict: ChannelVerdict;
  attempt: ChannelAttempt;
}

const timeout = 8000;
const answerLength = 300;

/** A call that never went out, said as an attempt. */
const refused = (at: number, reason: string): Called => ({
  verdict: { outcome: "refused", reason },
  attempt: { at, status: null, answer: reason.slice(0, answerLength), milliseconds: 0 },
});

/** null where the adapter cannot do with settings that pass its schema. */
function composed(ctx: Ctx, adapter: AnyChannel, given: Parameters<AnyChannel["compose"]>[0]): ChannelCall | null {
  try {
    return adapter.compose(given);
  } catch (error) {
    ctx.log.error("channel.compose", error, { kind: adapter.kind });
    return null;
  }
}

/** Hands a message over to a channel, once. One subrequest; never throws; the answer is cut to 300 characters. */
export async function callChannel(ctx: Ctx, row: ChannelRow, message: TeamMessage): Promise<Called> {
  const at = ctx.now();
  const adapter = channelOf(row.kind);
  if (!adapter) return refused(at, "This version does not know this kind of channel.");
  const text = await ctx.secrets.open(row.settingsSealed);
  if (text === null) return refused(at, "Its settings were sealed with another secret: enter them again.");
  const settings = adapter.settings.safeParse(JSON.parse(text));
  if (!settings.success) return refused(at, "Its settings are not complete: enter them again.");
  const call = composed(ctx, adapter, { message: fitToTell(message), settings: settings.data, now: at });
  if (!call) return refused(at, "Its settings cannot be used: enter them again.");
  const answer = await ctx.outbound.fetch({ ...call, timeout, maxBytes: 4096 });
  if (!answer.ok) {
    const attempt = {
      at,
      status: null,
      answer: answer.detail.slice(0, answerLength),
      milliseconds: answer.milliseconds,
    };
    return {
      verdict:
        answer.reason === "blocked"
          ? { outcome: "refused", reason: answer.detail }
          : { outcome: "again", retryAfter: null },
      attempt,
    };
  }
  const said = { at, status: answer.status, answer: strangerText(answer.text.trim(), answerLength) };
  return { verdict: adapter.read(answer), attempt: { ...said, milliseconds: answer.milliseconds } };
}
