import { priorCommit } from "~/audit/queries/audit";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { type ChangeResult, replayOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { subscribable } from "~/components/queries/component";
import { read } from "~/db/read";
import { fail, invalid, missingFailure, type Result } from "~/failures/failure";
import { pageById } from "~/pages/queries/page";
import { allowMail } from "~/people/mails/mail-allowances";
import { offersMail } from "~/people/mails/offers-mail";
import type { Ctx } from "~/platform/ctx";
import { forgetCounts } from "./counts";
import { mayLetIn } from "./let-in";
import { incidentToFollow, subscriptionsOfAddress } from "./queries/subscriber";
import { askedOnceFailure, requestConfirmation } from "./request-confirmation";
import { type SubscribeInput, subscribeInput } from "./rules/subscriber-input";

const taken = fail({ name: "conflict", code: "already_subscribed", detail: "subscriber.known" });
/**
 * Adds a subscriber for an admin: an email asks them to confirm. None is sent when other pages asked the address too
 * often, with the same answer, which reveals nothing about other pages. Failures: invalid (`no_mailer`), conflict,
 * unauthenticated (`step_up`).
 */
export async function addSubscriber(ctx: Ctx, given: SubscribeInput): Promise<Result<ChangeResult>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: subscribeInput }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, email: address, scope, incidentId } = input;
  const done = await commitChangeWithRetry(ctx, async () => {
    const reading = read(
      ctx,
      priorCommit(ctx, commitId),
      pageById(ctx, pageId),
      subscribable(ctx, pageId),
      incidentToFollow(ctx, pageId, incidentId),
      subscriptionsOfAddress(ctx, address),
    );
    const [offered, [prior, [page], shown, [incident], rows]] = await Promise.all([offersMail(ctx), reading]);
    if (!offered) return invalid("email", "subscriber.no_mailer", "no_mailer");
    const replay = replayOf(prior, pageId);
    if (replay) return replay;
    if (!page || (scope === "incident" && !incident)) return missingFailure;
    const proven = mayLetIn(ctx, page);
    if (!proven.ok) return proven;
    const known = new Set(shown.map(({ id }) => id));
    const componentIds = scope === "components" ? input.componentIds : [];
    if (scope === "components" && componentIds.length === 0)
      return invalid("componentIds", "subscriber.choose_component");
    const strange = componentIds.find((id) => !known.has(id));
    if (strange !== undefined) return invalid("componentIds", "component.unknown");
    const about = scope === "incident" ? incidentId : "";
    const row = rows.find((each) => each.pageId === pageId && each.incidentId === about) ?? null;
    if (row?.state === "active") return taken;
    if (row?.state === "pending" && row.askedAt !== null) return askedOnceFailure;
    const { language = page.language, timeZone = page.timeZone } = input;
    const wish = { scope, componentIds, incidentId: about, language, timeZone };
    const counted = await allowMail(ctx, address, "confirmation");
    const { id, ...asked } = requestConfirmation(ctx, { pageId, address, known: row, wish, counted });
    const audit = { subjectKind: "subscriber", subjectId: id, after: { scope } };
    return commitChange(ctx, { id: commitId, pageId, ...asked, audit: { action: "subscriber.add", ...audit } });
  });
  forgetCounts(given.pageId);
  return done;
}
