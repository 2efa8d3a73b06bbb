import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { subscribableItemsOfPageQuery } from "~/components/queries/component";
import { readBatch } from "~/db/read";
import { subscriberTable } from "~/db/schema";
import { insertRowsStatements, updateRowsStatements } from "~/db/write";
import { goneFailure, ok, type Result } from "~/failures/failure";
import {
  type ConfirmationRequest,
  componentIdsInRequest,
} from "~/notifications/letters/engine/confirmation-request-link";
import type { SubscriptionLinkHolder } from "~/notifications/letters/engine/subscriber-links";
import type { Ctx } from "~/platform/ctx";
import { clearedFailureColumns, type RequestedSubscription } from "./confirmation-request";
import {
  guardNotSubscribedStatement,
  guardSubscriberVersionStatement,
  incidentToFollowQuery,
  subscriptionsOfAddressQuery,
} from "./queries/subscriber";
import { confirmRequestState } from "./rules/subscriber";

export interface ConfirmOutcome {
  /** Subscription whose links may be shown from now on. */
  holder: SubscriptionLinkHolder;
  already: boolean;
}

async function readRequestFacts(ctx: Ctx, request: ConfirmationRequest) {
  const { pageId, address, incidentId, scope } = request;
  const [rows, components, [incident]] = await readBatch(
    ctx,
    subscriptionsOfAddressQuery(ctx, address),
    subscribableItemsOfPageQuery(ctx, pageId),
    incidentToFollowQuery(ctx, pageId, incidentId),
  );
  const existing = rows.find((each) => each.pageId === pageId && each.incidentId === incidentId) ?? null;
  const ids = components.map(({ id }) => id);
  const componentIds = scope === "components" ? componentIdsInRequest(request, ids) : [];
  const isThere = scope === "page" || (scope === "incident" ? incident !== undefined : componentIds.length > 0);
  return {
    existing,
    componentIds,
    does: isThere ? confirmRequestState(existing, request.generation) : ("gone" as const),
  };
}

/** Returns the columns of an active subscription; one that was left or failed starts again, with new links. */
export function activeSubscriptionColumns(
  ctx: Ctx,
  { scope, incidentId, language, timeZone }: Omit<RequestedSubscription, "componentIds">,
  componentIds: string[],
) {
  const now = ctx.now();
  const settings = { scope, componentIds, incidentId, language, timeZone };
  const times = { confirmedAt: now, updatedAt: now, unsubscribedAt: null, importedFrom: null };
  return { ...settings, ...clearedFailureColumns, ...times, state: "active" as const, confirmationsAt: [] };
}

/** Confirms the request that a link carries; the subscriber is stored only now. */
export const confirmSubscriptionRequest = (
  ctx: Ctx,
  request: ConfirmationRequest,
  commitId: string,
): Promise<Result<ConfirmOutcome>> =>
  commitChangeWithRetry(ctx, async (): Promise<Result<ConfirmOutcome>> => {
    const { existing, componentIds, does } = await readRequestFacts(ctx, request);
    if (does === "gone") return goneFailure;
    if (existing && does === "already") return ok({ holder: existing, already: true });
    const { pageId, address, incidentId } = request;
    const holder = { id: existing?.id ?? ctx.id(), generation: existing ? existing.generation + 1 : 0 };
    const row = { ...activeSubscriptionColumns(ctx, request, componentIds), ...holder };
    const done = await commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [
        existing
          ? guardSubscriberVersionStatement(pageId, existing.id, existing.version)
          : guardNotSubscribedStatement(pageId, address, incidentId),
      ],
      changes: existing
        ? updateRowsStatements(subscriberTable, pageId, [row])
        : insertRowsStatements(subscriberTable, [{ ...row, pageId, address, createdAt: row.confirmedAt }]),
      audit: {
        action: "subscriber.confirm",
        subjectKind: "subscriber",
        subjectId: holder.id,
        after: { scope: request.scope },
      },
    });
    return done.ok ? ok({ holder: { ...holder, id: done.value.id }, already: false }) : done;
  });

/** Returns the outcome that the confirmation button would have, for the page that shows it. */
export async function readRequestConfirmOutcome(
  ctx: Ctx,
  request: ConfirmationRequest,
): Promise<Result<ConfirmOutcome>> {
  const { existing, does } = await readRequestFacts(ctx, request);
  if (does === "gone") return goneFailure;
  return ok({ holder: existing ?? { id: "", generation: 0 }, already: does === "already" });
}
