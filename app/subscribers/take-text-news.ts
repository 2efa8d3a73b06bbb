import { changing } from "~/change/changing";
import { runBatch } from "~/db/run-batch";
import { ok, type Result } from "~/failures/failure";
import { said } from "~/failures/refusal";
import { numberNews } from "~/notifications/rules/sms-reply";
import { allowMail } from "~/people/mails/allowed";
import { as, type Ctx } from "~/platform/ctx";
import { understand } from "~/platform/trouble";
import { leaveEverywhere } from "./leave-everywhere";
import { postedByTwilio, type TwilioPost } from "./posted-by-twilio";
import { quarantineAddresses } from "./queries/subscriber";
import { endpointAddress } from "./rules/subscriber";

/** Returns the name of a number in the rows. */
export const addressOfNumber = async (ctx: Ctx, number: string): Promise<string> =>
  endpointAddress("sms", await ctx.secrets.hash(number));

/** Counts a phone that was off; false = it was off all day, so the number counts as gone. */
async function mayBeOff(ctx: Ctx, address: string): Promise<boolean> {
  const counted = await allowMail(ctx, address, "silent_phone");
  if (!counted) return false;
  await runBatch(ctx, [...counted.guards, ...counted.changes]).catch((error) => {
    throw understand(error);
  });
  return true;
}

/**
 * Processes Twilio's report on a message that it had accepted: a STOP unsubscribes; a number that takes no messages is
 * paused with the reason, until its owner replies START or a member releases it. Repeats change nothing. Failures:
 * missing, unauthenticated, too_large.
 */
export async function takeTextNews(given: Ctx, post: TwilioPost): Promise<Result<unknown>> {
  const ctx = as(given, { kind: "machine", id: "twilio" });
  const posted = postedByTwilio(ctx, post);
  if (!posted.ok) return posted;
  const fields = posted.value;
  const code = fields.get("ErrorCode") ?? "";
  const news = numberNews(fields.get("MessageStatus") ?? "", code);
  if (news === null) return ok(null);
  const address = await addressOfNumber(ctx, fields.get("To") ?? "");
  const until = ctx.now();
  if (news === "left") return leaveEverywhere(ctx, { address, until });
  return changing(ctx, async () => {
    if (news === "silent" && (await mayBeOff(ctx, address))) return ok(null);
    const reason = said("subscriber.number_gone", { code });
    await runBatch(ctx, quarantineAddresses([{ address, reason, until }], ctx.id(), until));
    return ok(null);
  });
}
