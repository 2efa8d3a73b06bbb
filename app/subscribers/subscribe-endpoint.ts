import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import { readBatch } from "~/db/read";
import { subscriberTable } from "~/db/schema";
import { insertRowsStatements, updateRowsStatements } from "~/db/write";
import { invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { dailyLimitFailure, reserveStrangerRows } from "~/people/mails/stranger-rows";
import type { Ctx } from "~/platform/ctx";
import { activeSubscriptionColumns, type ConfirmOutcome } from "./confirm-request";
import type { RequestedSubscription } from "./confirmation-request";
import { type BotCheckInput, checkSentByBrowser } from "./form-time";
import {
  guardNotSubscribedStatement,
  guardSubscriberVersionStatement,
  type SubscriberRow,
  subscriptionsOfAddressQuery,
} from "./queries/subscriber";
import { countSubscriptionRequestOfNetwork, resolveRequestedSubscription } from "./request-subscription";
import { hashedEndpointAddress } from "./rules/subscriber";
import { type SubscribeEndpointInput, subscribeEndpointInputSchema } from "./rules/subscriber-input";

export interface SubscribeEndpointRequest extends SubscribeEndpointInput, BotCheckInput {
  /** Network address of the client. */
  clientAddress: string;
}

interface EndpointSubscription {
  pageId: string;
  commitId: string;
  kind: string;
  address: string;
  targetSealed: string;
  requested: RequestedSubscription;
}

async function parseTarget(ctx: Ctx, kind: string, given: Record<string, string>) {
  const endpoint = channelAdapterOf(kind)?.endpoint;
  if (!endpoint) return invalidFieldFailure("kind", "kind.channel", "unknown_kind");
  const target = endpoint.target.safeParse(given);
  if (!target.success) return invalidFieldFailure("endpoint", "subscriber.endpoint", "bad_endpoint");
  const address = hashedEndpointAddress(kind, await ctx.secrets.hash(endpoint.identity(target.data)));
  return ok({ kind, address, targetSealed: await ctx.secrets.seal(JSON.stringify(target.data)) });
}

/** Fails when a program sent the form, or its network sent too many requests. */
async function countBrowserRequest(ctx: Ctx, given: SubscribeEndpointRequest): Promise<Result<null>> {
  const browser = await checkSentByBrowser(ctx, given);
  return browser.ok ? countSubscriptionRequestOfNetwork(ctx, given.clientAddress) : browser;
}

/** Stores the target of a subscribed endpoint again; its subscription stays as it was. */
const renewedTarget = (ctx: Ctx, existing: SubscriberRow, { pageId, targetSealed }: EndpointSubscription) => ({
  guards: [guardSubscriberVersionStatement(pageId, existing.id, existing.version)],
  changes: updateRowsStatements(subscriberTable, pageId, [{ id: existing.id, targetSealed, updatedAt: ctx.now() }]),
});

function startedSubscription(ctx: Ctx, existing: SubscriberRow | null, subscription: EndpointSubscription) {
  const { pageId, kind, address, targetSealed, requested } = subscription;
  const holder = { id: existing?.id ?? ctx.id(), generation: existing ? existing.generation + 1 : 0 };
  const row = { ...activeSubscriptionColumns(ctx, requested, requested.componentIds), ...holder, targetSealed };
  return {
    holder,
    guards: [
      existing
        ? guardSubscriberVersionStatement(pageId, existing.id, existing.version)
        : guardNotSubscribedStatement(pageId, address, requested.incidentId, kind),
    ],
    changes: existing
      ? updateRowsStatements(subscriberTable, pageId, [row])
      : insertRowsStatements(subscriberTable, [{ ...row, pageId, kind, address, createdAt: row.confirmedAt }]),
  };
}

const auditEntryOf = (subjectId: string, scope: string) => ({
  action: "subscriber.confirm",
  subjectKind: "subscriber",
  subjectId,
  after: { scope },
});

/** Subscribes a verified endpoint, or returns its existing subscription. */
export const subscribeVerifiedEndpoint = (
  ctx: Ctx,
  subscription: EndpointSubscription,
): Promise<Result<ConfirmOutcome>> =>
  commitChangeWithRetry(ctx, async (): Promise<Result<ConfirmOutcome>> => {
    const { pageId, commitId: id, address, kind, requested } = subscription;
    const [[rows], day] = await Promise.all([
      readBatch(ctx, subscriptionsOfAddressQuery(ctx, address)),
      reserveStrangerRows(ctx, "subscribe"),
    ]);
    if (!day) return dailyLimitFailure(ctx);
    const isOne = (row: SubscriberRow) =>
      row.pageId === pageId && row.kind === kind && row.incidentId === requested.incidentId;
    const existing = rows.find(isOne) ?? null;
    const already = existing?.state === "active";
    const step =
      existing && already
        ? { holder: existing, ...renewedTarget(ctx, existing, subscription) }
        : startedSubscription(ctx, existing, subscription);
    const done = await commitChange(ctx, {
      id,
      pageId,
      guards: [...step.guards, ...day.guards],
      changes: [...step.changes, ...day.changes],
      audit: auditEntryOf(step.holder.id, requested.scope),
    });
    return done.ok ? ok({ holder: { ...step.holder, id: done.value.id }, already }) : done;
  });

/**
 * Subscribes a visitor at once by an endpoint that only they have, such as their browser, which verifies itself.
 * Failures: invalid (the endpoint, components, a stale form), limited, missing.
 */
export async function subscribeEndpoint(ctx: Ctx, given: SubscribeEndpointRequest): Promise<Result<ConfirmOutcome>> {
  const { clientAddress: _, trap: __, since: ___, second: ____, byHand: _____, ...fields } = given;
  const parsed = parseInput(subscribeEndpointInputSchema, fields);
  if (!parsed.ok) return parsed;
  const { pageId, kind, commitId = ctx.id() } = parsed.value;
  const target = await parseTarget(ctx, kind, parsed.value.target);
  if (!target.ok) return target;
  const requested = await resolveRequestedSubscription(ctx, parsed.value);
  if (!requested.ok) return requested;
  const may = await countBrowserRequest(ctx, given);
  return may.ok
    ? subscribeVerifiedEndpoint(ctx, { pageId, commitId, ...target.value, requested: requested.value })
    : may;
}
