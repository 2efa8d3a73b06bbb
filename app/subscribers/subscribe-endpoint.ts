import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { channelOf } from "~/channels/kinds/known-kinds";
import { read } from "~/db/read";
import { subscriber } from "~/db/schema";
import { insertRows, updateRows } from "~/db/write";
import { invalid, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { dailyLimitFailure, strangersRows } from "~/people/mails/stranger-rows";
import type { Ctx } from "~/platform/ctx";
import { activeRow, type ConfirmedSubscription } from "./confirm-wish";
import { checkSentByBrowser, type FormSubmission } from "./form-time";
import {
  guardNotSubscribed,
  guardSubscriberVersion,
  type SubscriberRow,
  subscriptionsOfAddress,
} from "./queries/subscriber";
import type { SubscriptionWish } from "./request-confirmation";
import { endpointAddress } from "./rules/subscriber";
import { type SubscribeEndpointInput, subscribeEndpointInput } from "./rules/subscriber-input";
import { takeSubscribeAllowance, wishOf } from "./subscribe";

export interface EndpointRequest extends SubscribeEndpointInput, FormSubmission {
  /** Network address of the client. */
  clientAddress: string;
}

interface EndpointSubscription {
  pageId: string;
  commitId: string;
  kind: string;
  address: string;
  targetSealed: string;
  wish: SubscriptionWish;
}

async function targetOf(ctx: Ctx, kind: string, given: Record<string, string>) {
  const endpoint = channelOf(kind)?.endpoint;
  if (!endpoint) return invalid("kind", "kind.channel", "unknown_kind");
  const target = endpoint.target.safeParse(given);
  if (!target.success) return invalid("endpoint", "subscriber.endpoint", "bad_endpoint");
  const address = endpointAddress(kind, await ctx.secrets.hash(endpoint.identity(target.data)));
  return ok({ kind, address, targetSealed: await ctx.secrets.seal(JSON.stringify(target.data)) });
}

/** Fails when a program sent the form, or the network asks too often. */
async function mayAsk(ctx: Ctx, given: EndpointRequest): Promise<Result<null>> {
  const browser = await checkSentByBrowser(ctx, given);
  return browser.ok ? takeSubscribeAllowance(ctx, given.clientAddress) : browser;
}

/** Stores the target of a known endpoint again; its subscription stays as it was. */
const kept = (ctx: Ctx, known: SubscriberRow, { pageId, targetSealed }: EndpointSubscription) => ({
  guards: [guardSubscriberVersion(pageId, known.id, known.version)],
  changes: updateRows(subscriber, pageId, [{ id: known.id, targetSealed, updatedAt: ctx.now() }]),
});

function begun(ctx: Ctx, known: SubscriberRow | null, wanted: EndpointSubscription) {
  const { pageId, kind, address, targetSealed, wish } = wanted;
  const holder = { id: known?.id ?? ctx.id(), generation: known ? known.generation + 1 : 0 };
  const row = { ...activeRow(ctx, wish, wish.componentIds), ...holder, targetSealed };
  return {
    holder,
    guards: [
      known
        ? guardSubscriberVersion(pageId, known.id, known.version)
        : guardNotSubscribed(pageId, address, wish.incidentId, kind),
    ],
    changes: known
      ? updateRows(subscriber, pageId, [row])
      : insertRows(subscriber, [{ ...row, pageId, kind, address, createdAt: row.confirmedAt }]),
  };
}

const about = (subjectId: string, scope: string) => ({
  action: "subscriber.confirm",
  subjectKind: "subscriber",
  subjectId,
  after: { scope },
});

/** Subscribes a verified endpoint, or returns its existing subscription. */
export const subscribeProvenEndpoint = (
  ctx: Ctx,
  wanted: EndpointSubscription,
): Promise<Result<ConfirmedSubscription>> =>
  commitChangeWithRetry(ctx, async (): Promise<Result<ConfirmedSubscription>> => {
    const { pageId, commitId: id, address, kind, wish } = wanted;
    const [[rows], day] = await Promise.all([
      read(ctx, subscriptionsOfAddress(ctx, address)),
      strangersRows(ctx, "subscribe"),
    ]);
    if (!day) return dailyLimitFailure(ctx);
    const isOne = (row: SubscriberRow) =>
      row.pageId === pageId && row.kind === kind && row.incidentId === wish.incidentId;
    const known = rows.find(isOne) ?? null;
    const already = known?.state === "active";
    const step = known && already ? { holder: known, ...kept(ctx, known, wanted) } : begun(ctx, known, wanted);
    const done = await commitChange(ctx, {
      id,
      pageId,
      guards: [...step.guards, ...day.guards],
      changes: [...step.changes, ...day.changes],
      audit: about(step.holder.id, wish.scope),
    });
    return done.ok ? ok({ holder: { ...step.holder, id: done.value.id }, already }) : done;
  });

/**
 * Subscribes a visitor at once by an endpoint that only they have, such as their browser, which verifies itself.
 * Failures: invalid (the endpoint, components, a stale form), limited, missing.
 */
export async function subscribeEndpoint(ctx: Ctx, given: EndpointRequest): Promise<Result<ConfirmedSubscription>> {
  const { clientAddress: _, trap: __, since: ___, second: ____, byHand: _____, ...fields } = given;
  const parsed = parseInput(subscribeEndpointInput, fields);
  if (!parsed.ok) return parsed;
  const { pageId, kind, commitId = ctx.id() } = parsed.value;
  const target = await targetOf(ctx, kind, parsed.value.target);
  if (!target.ok) return target;
  const wish = await wishOf(ctx, parsed.value);
  if (!wish.ok) return wish;
  const may = await mayAsk(ctx, given);
  return may.ok ? subscribeProvenEndpoint(ctx, { pageId, commitId, ...target.value, wish: wish.value }) : may;
}
