import { priorCommit } from "~/db/queries/audit";
import { shownComponents } from "~/db/queries/component";
import { pageById } from "~/db/queries/page";
import { incidentToFollow, subscriptionsOfAddress } from "~/db/queries/subscriber";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { fail, invalid, type Result } from "~/rules/basics/failure";
import { mayConfirm } from "~/rules/telling/subscribe-limit";
import { type SubscribeInput, subscribeInput } from "~/rules/telling/subscriber-input";
import { type Done, missing, replayOf } from "../change/answers";
import { authorizeAndParse } from "../change/authorize-and-parse";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { asking } from "./asking";
import { forgetCounts } from "./counts";

const taken = fail({ name: "conflict", code: "already_subscribed", detail: "This address is subscribed already." });
const tooSoon = fail({
  name: "conflict",
  code: "asked_already",
  detail: "A confirmation was sent to this address recently. Try again in ten minutes; at most three are sent per day.",
});

/** An admin adds somebody: a mail asks them to confirm, as if they had come by themselves. Failures: invalid, conflict. */
export async function addSubscriber(ctx: Ctx, given: SubscribeInput): Promise<Result<Done>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: subscribeInput }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, email: address, scope, incidentId } = input;
  const done = await changing(ctx, async () => {
    const [prior, [page], shown, [incident], rows] = await read(
      ctx,
      priorCommit(ctx, commitId),
      pageById(ctx, pageId),
      shownComponents(ctx, pageId),
      incidentToFollow(ctx, pageId, incidentId),
      subscriptionsOfAddress(ctx, address),
    );
    const replay = replayOf(prior, pageId);
    if (replay) return replay;
    if (!page || (scope === "incident" && !incident)) return missing;
    const known = new Set(shown.map(({ id }) => id));
    const componentIds = scope === "components" ? input.componentIds : [];
    if (scope === "components" && componentIds.length === 0)
      return invalid("componentIds", "Choose at least one component.");
    const strange = componentIds.find((id) => !known.has(id));
    if (strange !== undefined) return invalid("componentIds", "This component is not on the page.");
    const about = scope === "incident" ? incidentId : "";
    const row = rows.find((each) => each.pageId === pageId && each.incidentId === about) ?? null;
    if (row?.state === "active") return taken;
    const confirmationsAt = rows.flatMap((each) => each.confirmationsAt).sort((a, b) => a - b);
    if (!mayConfirm(row?.confirmationsAt ?? [], ctx.now())) return tooSoon;
    const silent = !mayConfirm(confirmationsAt, ctx.now());
    const { language = page.language, timeZone = page.timeZone } = input;
    const wish = { scope, componentIds, incidentId: about, language, timeZone };
    const { id, ...asked } = asking(ctx, { pageId, address, known: row, wish, confirmationsAt, silent });
    const audit = { subjectKind: "subscriber", subjectId: id, after: { scope } };
    return commitChange(ctx, { id: commitId, pageId, ...asked, audit: { action: "subscriber.add", ...audit } });
  });
  forgetCounts(given.pageId);
  return done;
}
