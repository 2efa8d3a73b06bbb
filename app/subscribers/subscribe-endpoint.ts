import { changing } from "~/change/changing";
import { commitChange } from "~/change/commit";
import { channelOf } from "~/channels/kinds/known-kinds";
import { read } from "~/db/read";
import { subscriber } from "~/db/schema";
import { insertRows, updateRows } from "~/db/write";
import { invalid, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { spentToday, strangersRows } from "~/people/mails/stranger-rows";
import type { Ctx } from "~/platform/ctx";
import type { Wish } from "./asking";
import { activeRow, type Confirmed } from "./confirm-asked";
import { type FormSent, sentByBrowser } from "./form-time";
import { notSubscribed, type SubscriberRow, stillAtVersion, subscriptionsOfAddress } from "./queries/subscriber";
import { endpointAddress } from "./rules/subscriber";
import { type SubscribeEndpointInput, subscribeEndpointInput } from "./rules/subscriber-input";
import { countAsking, wishOf } from "./subscribe";

export interface EndpointAsked extends SubscribeEndpointInput, FormSent {
  /** Network address of the client. */
  clientAddress: string;
}

interface Wanted {
  pageId: string;
  commitId: string;
  kind: string;
  address: string;
  targetSealed: string;
  wish: Wish;
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
async function mayAsk(ctx: Ctx, given: EndpointAsked): Promise<Result<null>> {
  const browser = await sentByBrowser(ctx, given);
  return browser.ok ? countAsking(ctx, given.clientAddress) : browser;
}

/** Stores the target of a known endpoint again; its subscription stays as it was. */
const kept = (ctx: Ctx, known: SubscriberRow, { pageId, targetSealed }: Wanted) => ({
  guards: [stillAtVersion(pageId, known.id, known.version)],
  changes: updateRows(subscriber, pageId, [{ id: known.id, targetSealed, updatedAt: ctx.now() }]),
});

function begun(ctx: Ctx, known: SubscriberRow | null, wanted: Wanted) {
  const { pageId, kind, address, targetSealed, wish } = wanted;
  const holder = { id: known?.id ?? ctx.id(), generation: known ? known.generation + 1 : 0 };
  const row = { ...activeRow(ctx, wish, wish.componentIds), ...holder, targetSealed };
  return {
    holder,
    guards: [
      known ? stillAtVersion(pageId, known.id, known.version) : notSubscribed(pageId, address, wish.incidentId, kind),
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
export const subscribeProven = (ctx: Ctx, wanted: Wanted): Promise<Result<Confirmed>> =>
  changing(ctx, async (): Promise<Result<Confirmed>> => {
    const { pageId, commitId: id, address, kind, wish } = wanted;
    const [[rows], day] = await Promise.all([
      read(ctx, subscriptionsOfAddress(ctx, address)),
      strangersRows(ctx, "subscribe"),
    ]);
    if (!day) return spentToday(ctx);
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
export async function subscribeEndpoint(ctx: Ctx, given: EndpointAsked): Promise<Result<Confirmed>> {
  const { clientAddress: _, trap: __, since: ___, second: ____, byHand: _____, ...fields } = given;
  const parsed = parseInput(subscribeEndpointInput, fields);
  if (!parsed.ok) return parsed;
  const { pageId, kind, commitId = ctx.id() } = parsed.value;
  const target = await targetOf(ctx, kind, parsed.value.target);
  if (!target.ok) return target;
  const wish = await wishOf(ctx, parsed.value);
  if (!wish.ok) return wish;
  const may = await mayAsk(ctx, given);
  return may.ok ? subscribeProven(ctx, { pageId, commitId, ...target.value, wish: wish.value }) : may;
}
