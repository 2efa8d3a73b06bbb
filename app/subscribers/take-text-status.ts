import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { runBatch } from "~/db/run-batch";
import { ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { parsePhoneNumberNews } from "~/notifications/rules/sms-reply";
import { reserveMailAllowance } from "~/people/mails/mail-allowances";
import { type Ctx, ctxAsActor } from "~/platform/ctx";
import { translateDatabaseError } from "~/platform/trouble";
import { leaveEverywhere } from "./leave-everywhere";
import { quarantineAddressesStatements } from "./queries/subscriber";
import { hashedEndpointAddress } from "./rules/subscriber";
import { type TwilioPost, verifyTwilioPost } from "./twilio-post";

/** Returns the name of a number in the rows. */
export const hashPhoneNumberAddress = async (ctx: Ctx, number: string): Promise<string> =>
  hashedEndpointAddress("sms", await ctx.secrets.hash(number));

/** Counts a phone that was off; false when it was off all day, so that the number counts as gone. */
async function mayBeOff(ctx: Ctx, address: string): Promise<boolean> {
  const counted = await reserveMailAllowance(ctx, address, "silent_phone");
  if (!counted) return false;
  await runBatch(ctx, [...counted.guards, ...counted.changes]).catch((error) => {
    throw translateDatabaseError(error);
  });
  return true;
}

/**
 * Processes Twilio's report on a message that it had accepted: a STOP unsubscribes; a number that takes no messages is
 * paused with the reason, until its owner replies START or a member releases it. Repeats change nothing. Failures:
 * missing, unauthenticated, too_large.
 */
export async function processSmsStatusReport(given: Ctx, post: TwilioPost): Promise<Result<unknown>> {
  const ctx = ctxAsActor(given, { kind: "machine", id: "twilio" });
  const posted = verifyTwilioPost(ctx, post);
  if (!posted.ok) return posted;
  const fields = posted.value;
  const code = fields.get("ErrorCode") ?? "";
  const news = parsePhoneNumberNews(fields.get("MessageStatus") ?? "", code);
  if (news === null) return ok(null);
  const address = await hashPhoneNumberAddress(ctx, fields.get("To") ?? "");
  const until = ctx.now();
  if (news === "left") return leaveEverywhere(ctx, { address, until });
  return commitChangeWithRetry(ctx, async () => {
    if (news === "silent" && (await mayBeOff(ctx, address))) return ok(null);
    const reason = refusalFor("subscriber.number_gone", { code });
    await runBatch(ctx, quarantineAddressesStatements([{ address, reason, until }], ctx.id(), until));
    return ok(null);
  });
}
