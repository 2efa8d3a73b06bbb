import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { Stalled } from "~/platform/database";
import { makeGatherer, NobodyLeads } from "~/platform/gather";
import { onePerDeployment } from "~/platform/isolate";
import { DatabaseAway, NoRoomLeft } from "~/platform/trouble";
import { type Examined, isSent, type Kept } from "./delivery-parts";
import { keepTogether, type Member } from "./keep-together";
import { cutKeysOf } from "./rules/cut-list";
import { refusedKey, silentKey } from "./rules/signal";
import { alertIdOf } from "./settling/engine/alert-id";

/** Limits of one batch of a page's concurrent deliveries: their number, and the characters of their bodies. */
const together = 100;
const charactersTogether = 400_000;

const weigh = ({ examined: { delivery, bytes = 0 } }: Member) => Math.max(delivery.body.length, bytes);

const gathererOf = onePerDeployment(() =>
  makeGatherer<Member, Result<Kept>>({ most: together, heaviest: charactersTogether, weigh }),
);

async function memberOf(ctx: Ctx, examined: Examined): Promise<Member> {
  const signals = examined.result.ok ? examined.result.value.signals : [];
  const own = examined.source.silenceHours === null ? [refusedKey] : [refusedKey, silentKey];
  const cuts = examined.result.ok && isSent(examined) ? cutKeysOf(examined.result.value) : [];
  const keys = new Set([...signals.flatMap((each) => (each.kind === "alert" ? [each.key] : [])), ...own, ...cuts]);
  const named = [...keys].map(async (key) => [key, await alertIdOf(ctx, examined.source.id, key)] as const);
  return { examined, ids: new Map(await Promise.all(named)) };
}

/**
 * Stores an examined delivery and what it changes, in one batch with those that arrive at the same time for its page.
 * Fails with missing (the source is gone), conflict (id_reused), limited or overloaded (it would change too many
 * alerts). Throws SourceChanged, and DatabaseAway when it is not stored: then the sender must send again.
 */
export async function keepDelivery(ctx: Ctx, examined: Examined): Promise<Result<Kept>> {
  return gathered(ctx, await memberOf(ctx, examined));
}

const membersOf = (ctx: Ctx, all: readonly Examined[]): Promise<Member[]> =>
  Promise.all(all.map((examined) => memberOf(ctx, examined)));

/** Does the same with several; each is decided on the outcomes of those before it. */
export const keepDeliveries = async (ctx: Ctx, all: readonly Examined[]): Promise<Result<Kept>[]> =>
  Promise.all((await membersOf(ctx, all)).map((member) => gathered(ctx, member)));

/** Does the same and returns, for each, its outcome or the error that it threw. */
export const keepEach = async (ctx: Ctx, all: readonly Examined[]): Promise<PromiseSettledResult<Result<Kept>>[]> =>
  Promise.allSettled((await membersOf(ctx, all)).map((member) => gathered(ctx, member)));

async function gathered(ctx: Ctx, member: Member): Promise<Result<Kept>> {
  const { pageId } = member.examined.source;
  const work = (places: Parameters<typeof keepTogether>[2]) => keepTogether(ctx, pageId, places);
  try {
    return await gathererOf(ctx)(pageId, member, { work, now: ctx.now, defer: ctx.defer });
  } catch (error) {
    if (error instanceof NobodyLeads) throw new NoRoomLeft(String(error));
    if (error instanceof Stalled) throw new DatabaseAway(String(error));
    throw error;
  }
}
