import { priorCommit } from "~/db/queries/audit";
import { subscriberById, subscriptionsOfAddress } from "~/db/queries/subscriber";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { fail, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { mayConfirm } from "~/rules/telling/subscribe-limit";
import { type SubscriberTarget, subscriberTarget } from "~/rules/telling/subscriber-input";
import { type Done, missing, replayOf } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { asking } from "./asking";

const notPending = fail({
  name: "conflict",
  code: "not_pending",
  detail: "Only who has not confirmed yet is asked again.",
});
const tooSoon = fail({
  name: "conflict",
  code: "asked_already",
  detail: "This address was asked a short while ago. Ask again in ten minutes; it gets at most three such mails a day.",
});

/** Asks somebody once more who has not confirmed yet. Failures: missing, conflict. */
export async function resendConfirmation(ctx: Ctx, given: SubscriberTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(subscriberTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, commitId = ctx.id() } = parsed.value;
  return changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), subscriberById(ctx, pageId, id));
    const replay = replayOf(prior, pageId);
    if (replay) return replay;
    if (!row || row.address === null) return missing;
    if (row.state !== "pending") return notPending;
    const [rows] = await read(ctx, subscriptionsOfAddress(ctx, row.address));
    const confirmationsAt = rows.flatMap((each) => each.confirmationsAt).sort((a, b) => a - b);
    if (!mayConfirm(confirmationsAt, ctx.now())) return tooSoon;
    const { scope, componentIds, incidentId, language, timeZone } = row;
    const wish = { scope, componentIds, incidentId, language, timeZone };
    const { id: subjectId, ...asked } = asking(ctx, {
      pageId,
      address: row.address,
      known: row,
      wish,
      confirmationsAt,
    });
    const audit = { action: "subscriber.resend_confirmation", subjectKind: "subscriber", subjectId };
    return commitChange(ctx, { id: commitId, pageId, ...asked, audit });
  });
}
