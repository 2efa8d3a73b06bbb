import type { ChannelRow } from "~/db/queries/channel";
import type { ChannelAttempt } from "~/db/schema";
import { channelOf } from "~/notify/channels";
import type { AnyChannel, ChannelCall, ChannelVerdict, TeamMessage } from "~/notify/contract";
import type { Ctx } from "~/platform/ctx";
import { strangerText } from "~/rules/basics/stranger-text";
import { inEnglish, type Refusal, shortened } from "~/rules/failures/refusal";
import { fitToTell } from "./fit-to-tell";

export interface Called {
  verdict: ChannelVerdict;
  attempt: ChannelAttempt;
}

const timeout = 8000;
const answerLength = 300;

/** A call that never went out, said as an attempt. */
const refused = (at: number, reason: Refusal): Called => ({
  verdict: { outcome: "refused", reason },
  attempt: { at, status: null, answer: shortened(reason, answerLength), milliseconds: 0 },
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
  if (!adapter) return refused(at, "check.unknown_channel");
  const text = await ctx.secrets.open(row.settingsSealed);
  if (text === null) return refused(at, "check.sealed");
  const settings = adapter.settings.safeParse(JSON.parse(text));
  if (!settings.success) return refused(at, "check.incomplete");
  const call = composed(ctx, adapter, { message: fitToTell(message), settings: settings.data, now: at });
  if (!call) return refused(at, "check.unusable");
  const answer = await ctx.outbound.fetch({ ...call, timeout, maxBytes: 4096 });
  if (!answer.ok) {
    const attempt = {
      at,
      status: null,
      answer: shortened(answer.detail, answerLength),
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
  const said = { at, status: answer.status, answer: inEnglish(strangerText(answer.text.trim(), answerLength)) };
  return { verdict: adapter.read(answer), attempt: { ...said, milliseconds: answer.milliseconds } };
}
