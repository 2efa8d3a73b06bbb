import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { DatabaseTimeoutError } from "~/platform/database";
import { makeCallBatcher, NoLeaderError } from "~/platform/gather";
import { oncePerDeployment } from "~/platform/isolate";
import { DatabaseAwayError, InvocationBudgetSpentError } from "~/platform/trouble";
import { type ExaminedDelivery, isLiveDelivery, type StoreDeliveryResult } from "./delivery-parts";
import type { DeliveryBatchMember } from "./delivery-round";
import { storeDeliveryBatch } from "./keep-together";
import { cutListAlertKeysOf } from "./rules/cut-list";
import { refusedDeliveryAlertKey, silentSourceAlertKey } from "./rules/signal";
import { alertIdOf } from "./settling/engine/alert-id";

/** Limits of one batch of a page's concurrent deliveries: their number, and the characters of their bodies. */
const deliveriesPerBatch = 100;
const charsPerBatch = 400_000;

const weigh = ({ examined: { delivery, bytes = 0 } }: DeliveryBatchMember) => Math.max(delivery.body.length, bytes);

const gathererOf = oncePerDeployment(() =>
  makeCallBatcher<DeliveryBatchMember, Result<StoreDeliveryResult>>({
    most: deliveriesPerBatch,
    heaviest: charsPerBatch,
    weigh,
  }),
);

async function memberOf(ctx: Ctx, examined: ExaminedDelivery): Promise<DeliveryBatchMember> {
  const signals = examined.result.ok ? examined.result.value.signals : [];
  const own =
    examined.source.silenceHours === null ? [refusedDeliveryAlertKey] : [refusedDeliveryAlertKey, silentSourceAlertKey];
  const cuts = examined.result.ok && isLiveDelivery(examined) ? cutListAlertKeysOf(examined.result.value) : [];
  const keys = new Set([...signals.flatMap((each) => (each.kind === "alert" ? [each.key] : [])), ...own, ...cuts]);
  const named = [...keys].map(async (key) => [key, await alertIdOf(ctx, examined.source.id, key)] as const);
  return { examined, ids: new Map(await Promise.all(named)) };
}

/**
 * Stores an examined delivery and its changes, in one batch with those that arrive at the same time for its page. Fails
 * with missing (the source was deleted), conflict (id_reused), limited or overloaded (too many alerts). Throws
 * SourceChangedError, or DatabaseAwayError when it is not stored and the sender must send it again.
 */
export async function storeExaminedDelivery(
  ctx: Ctx,
  examined: ExaminedDelivery,
): Promise<Result<StoreDeliveryResult>> {
  return gathered(ctx, await memberOf(ctx, examined));
}

const membersOf = (ctx: Ctx, all: readonly ExaminedDelivery[]): Promise<DeliveryBatchMember[]> =>
  Promise.all(all.map((examined) => memberOf(ctx, examined)));

/** Does the same with several deliveries, each decided on the outcomes of those before it. */
export const storeExaminedDeliveries = async (
  ctx: Ctx,
  all: readonly ExaminedDelivery[],
): Promise<Result<StoreDeliveryResult>[]> =>
  Promise.all((await membersOf(ctx, all)).map((member) => gathered(ctx, member)));

/** Does the same and returns each delivery's outcome, or the error that it threw. */
export const storeEachDelivery = async (
  ctx: Ctx,
  all: readonly ExaminedDelivery[],
): Promise<PromiseSettledResult<Result<StoreDeliveryResult>>[]> =>
  Promise.allSettled((await membersOf(ctx, all)).map((member) => gathered(ctx, member)));

async function gathered(ctx: Ctx, member: DeliveryBatchMember): Promise<Result<StoreDeliveryResult>> {
  const { pageId } = member.examined.source;
  const work = (places: Parameters<typeof storeDeliveryBatch>[2]) => storeDeliveryBatch(ctx, pageId, places);
  try {
    return await gathererOf(ctx)(pageId, member, { work, now: ctx.now, defer: ctx.defer });
  } catch (error) {
    if (error instanceof NoLeaderError) throw new InvocationBudgetSpentError(String(error));
    if (error instanceof DatabaseTimeoutError) throw new DatabaseAwayError(String(error));
    throw error;
  }
}
