import { priorCommitQuery } from "~/audit/queries/audit";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { type ChangeResult, priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { subscribableItemsOfPageQuery } from "~/components/queries/component";
import { readBatch } from "~/db/read";
import { fail, invalidFieldFailure, missingFailure, type Result } from "~/failures/failure";
import { pageByIdQuery } from "~/pages/queries/page";
import { reserveMailAllowance } from "~/people/mails/mail-allowances";
import { hasMailer } from "~/people/mails/offers-mail";
import type { Ctx } from "~/platform/ctx";
import { confirmationAlreadyRequestedFailure, confirmationRequestWrites } from "./confirmation-request";
import { forgetSubscriberCounts } from "./counts";
import { permitAddingSubscribers } from "./may-add-subscribers";
import { incidentToFollowQuery, subscriptionsOfAddressQuery } from "./queries/subscriber";
import { type SubscriptionRequestInput, subscriptionRequestInputSchema } from "./rules/subscriber-input";

const alreadySubscribed = fail({ name: "conflict", code: "already_subscribed", detail: "subscriber.known" });
/**
 * Adds a subscriber for an admin, by emailing a confirmation request. None is sent when other pages sent the address
 * too many; the response is the same, so that it reveals nothing about other pages. Failures: invalid (`no_mailer`),
 * conflict, unauthenticated (`step_up`).
 */
export async function addSubscriber(ctx: Ctx, given: SubscriptionRequestInput): Promise<Result<ChangeResult>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: subscriptionRequestInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, email: address, scope, incidentId } = input;
  const done = await commitChangeWithRetry(ctx, async () => {
    const reading = readBatch(
      ctx,
      priorCommitQuery(ctx, commitId),
      pageByIdQuery(ctx, pageId),
      subscribableItemsOfPageQuery(ctx, pageId),
      incidentToFollowQuery(ctx, pageId, incidentId),
      subscriptionsOfAddressQuery(ctx, address),
    );
    const [offered, [prior, [page], shown, [incident], rows]] = await Promise.all([hasMailer(ctx), reading]);
    if (!offered) return invalidFieldFailure("email", "subscriber.no_mailer", "no_mailer");
    const replay = priorCommitResultOf(prior, pageId);
    if (replay) return replay;
    if (!page || (scope === "incident" && !incident)) return missingFailure;
    const allowed = permitAddingSubscribers(ctx, page);
    if (!allowed.ok) return allowed;
    const idsOnPage = new Set(shown.map(({ id }) => id));
    const componentIds = scope === "components" ? input.componentIds : [];
    if (scope === "components" && componentIds.length === 0)
      return invalidFieldFailure("componentIds", "subscriber.choose_component");
    const unknownId = componentIds.find((id) => !idsOnPage.has(id));
    if (unknownId !== undefined) return invalidFieldFailure("componentIds", "component.unknown");
    const about = scope === "incident" ? incidentId : "";
    const row = rows.find((each) => each.pageId === pageId && each.incidentId === about) ?? null;
    if (row?.state === "active") return alreadySubscribed;
    if (row?.state === "pending" && row.askedAt !== null) return confirmationAlreadyRequestedFailure;
    const { language = page.language, timeZone = page.timeZone } = input;
    const requested = { scope, componentIds, incidentId: about, language, timeZone };
    const counted = await reserveMailAllowance(ctx, address, "confirmation");
    const { id, ...writes } = confirmationRequestWrites(ctx, { pageId, address, existing: row, requested, counted });
    const audit = { subjectKind: "subscriber", subjectId: id, after: { scope } };
    return commitChange(ctx, { id: commitId, pageId, ...writes, audit: { action: "subscriber.add", ...audit } });
  });
  forgetSubscriberCounts(given.pageId);
  return done;
}
