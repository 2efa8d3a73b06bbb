import { resultsByPart, statementsOfParts } from "~/db/named-results";
import { runBatch } from "~/db/run-batch";
import { ok } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { OverBudgetError, remainingMeterBudget } from "~/platform/meter";
import { DatabaseAwayError, LostRaceError, NameTakenError, translateDatabaseError } from "~/platform/trouble";
import type { ExaminedDelivery } from "./delivery-parts";
import { type DeliveryBatchCaller, type DeliveryBatchMember, PageDeliveryDecider } from "./delivery-round";
import { mayRepeatStoredDelivery } from "./late-delivery";
import { type AcceptDeliveryFacts, readAcceptDeliveryFacts } from "./queries/accept-facts";
import { deliveryBatchParts } from "./queries/accept-rows";
import { type AlertSignal, builtInAlertKeyPrefix } from "./rules/signal";

/** Statements of one attempt: four to read, twelve to write. */
const statementsPerTry = 16;

const alertSignals = ({ result }: ExaminedDelivery) =>
  result.ok ? result.value.signals.filter((each): each is AlertSignal => each.kind === "alert") : [];

const closedGroups = ({ source, result }: ExaminedDelivery) =>
  (result.ok ? result.value.signals : []).flatMap((each) =>
    each.kind === "close_group" ? [{ sourceId: source.id, groupKey: each.groupKey }] : [],
  );

function factsOf(ctx: Ctx, pageId: string, members: readonly DeliveryBatchMember[]): Promise<AcceptDeliveryFacts> {
  const examined = members.map((each) => each.examined);
  const ended = examined.flatMap(alertSignals).filter((each) => each.status === "resolved");
  const named = examined.filter((each) => mayRepeatStoredDelivery(each, ctx.now()));
  return readAcceptDeliveryFacts(ctx, {
    pageId,
    sourceIds: [...new Set(examined.map((each) => each.source.id))],
    alertIds: [...new Set(members.flatMap((each) => [...each.ids.values()]))],
    starts: [...new Set(ended.flatMap((each) => each.startedAt ?? []))],
    closedGroups: examined.flatMap(closedGroups),
    deliveries: named.map(({ source, delivery }) => ({ sourceId: source.id, id: delivery.id })),
  });
}

/**
 * True when the batch ran before and only its response was lost, which is certain when all ids are ours. Throws
 * LostRaceError, to decide again, when all ids are senders' or late ones, which another delivery or an inbox may have
 * stored. False for a mix, where it is unknown which id was taken.
 */
function isOwnRepeat(error: unknown, round: PageDeliveryDecider, now: number): boolean {
  if (!(error instanceof NameTakenError) || !error.constraint.startsWith("delivery.source_id")) return false;
  const named = round.drafts.filter((each) => mayRepeatStoredDelivery(each.place.item.examined, now));
  if (named.length === round.drafts.length) throw new LostRaceError("delivery");
  return named.length === 0;
}

/** Writes what was decided; returns true when a source that was silent speaks again. */
async function write(ctx: Ctx, round: PageDeliveryDecider): Promise<boolean> {
  const plan = round.plan();
  const parts = deliveryBatchParts(plan);
  try {
    const { silence } = resultsByPart(parts, await runBatch(ctx, statementsOfParts(parts)));
    return silence.some(({ results }) => results.length > 0);
  } catch (error) {
    const trouble = translateDatabaseError(error);
    if (!isOwnRepeat(trouble, round, ctx.now())) throw trouble;
    return plan.heard.length > 0;
  }
}

/** Reads, decides and writes; returns the deliveries that must be decided after these. */
async function attempt(
  ctx: Ctx,
  pageId: string,
  places: readonly DeliveryBatchCaller[],
): Promise<readonly DeliveryBatchCaller[]> {
  const members = places.map((each) => each.item);
  const of = { pageId, now: ctx.now(), limit: ctx.config.ingestLimit };
  const round = new PageDeliveryDecider(await factsOf(ctx, pageId, members), members, of);
  for (const place of places) round.take(place);
  if (round.drafts.length === 0) return round.later;
  const speaksAgain = await write(ctx, round);
  for (const { id, place, step, settleMark } of round.drafts) {
    const alerts = step.outcomes.filter((each) => !each.key.startsWith(builtInAlertKeyPrefix));
    place.answer(ok({ id, duplicate: false, alerts, settles: settleMark > 0 || speaksAgain }));
  }
  return round.later;
}

/** An error that is not the database's may come from one delivery, so each is tried alone. */
function giveUp(left: readonly DeliveryBatchCaller[], error: unknown): void {
  for (const place of left) {
    if (left.length === 1 || error instanceof DatabaseAwayError) place.fail(error);
    else place.alone();
  }
}

const fits = ({ meter }: Ctx) => remainingMeterBudget(meter) >= statementsPerTry;

/**
 * Stores deliveries of one page in one batch. If another isolate changed their facts, they are decided again as often
 * as this invocation's budget allows; deliveries without a result after that continue in the next invocation.
 */
export async function storeDeliveryBatch(
  ctx: Ctx,
  pageId: string,
  places: readonly DeliveryBatchCaller[],
): Promise<void> {
  let left = places;
  for (let tries = 1; left.length > 0; tries++) {
    try {
      left = await attempt(ctx, pageId, left);
    } catch (error) {
      left = left.filter((each) => !each.isTold);
      if (error instanceof OverBudgetError) return;
      if (!(error instanceof LostRaceError)) return giveUp(left, error);
      if (!fits(ctx)) return;
      await ctx.sleep(Math.min(tries, 4) * 10 * (1 + ctx.chance()));
    }
  }
}
