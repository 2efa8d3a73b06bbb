import { acceptFacts } from "~/db/queries/accept-facts";
import { alertRows, askToSettle } from "~/db/queries/accept-rows";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type DeliveryDecision, decideDelivery } from "~/rules/delivery";
import type { AlertSignal } from "~/rules/signal";
import { alertIdOf } from "./keep-delivery";

/** What one monitor or heartbeat says of its own alerts. */
export interface Said {
  sourceId: string;
  signals: readonly AlertSignal[];
}

/** What of the page is to be settled besides: something fell silent or speaks again, at that instant. */
interface Wishes {
  settles?: boolean;
  recoveredAt?: number | null;
}

export interface Signalled {
  /** Guards included; for the batch that keeps the state which they follow from. */
  statements: Statement[];
  settles: boolean;
}

async function namedBy(ctx: Ctx, said: readonly Said[]) {
  const keys = said.flatMap(({ sourceId, signals }) => signals.map(({ key }) => ({ sourceId, key })));
  const named = keys.map(
    async ({ sourceId, key }) => [`${sourceId} ${key}`, await alertIdOf(ctx, sourceId, key)] as const,
  );
  return new Map(await Promise.all(named));
}

const latest = (decisions: readonly DeliveryDecision[], other: number | null) => {
  const ends = [...decisions.map((each) => each.recoveredAt), other].filter((each) => each !== null);
  return ends.length > 0 ? Math.max(...ends) : null;
};

/**
 * What our own checks say of alerts, as statements for the batch that keeps what they saw (protocols §5: one road). What
 * they say is so: a recovery of what does not fire is nothing. Reads one statement where there are signals, else none.
 */
export async function signalStatements(
  ctx: Ctx,
  { pageId, said, ...wishes }: { pageId: string; said: readonly Said[] } & Wishes,
): Promise<Signalled> {
  const ids = await namedBy(ctx, said);
  const asked = { pageId, sourceId: "", alertIds: [...new Set(ids.values())] };
  const none = { starts: [], closedGroups: [], deliveryId: null, lastHeard: false };
  const { alerts } = ids.size > 0 ? await acceptFacts(ctx, { ...asked, ...none }) : { alerts: [] };
  const firing = new Set(alerts.filter((each) => each.state === "firing").map(({ id }) => id));
  const made = said.map(({ sourceId, signals }) => {
    const idOf = (key: string) => ids.get(`${sourceId} ${key}`) ?? "";
    const news = signals.filter((each) => each.status === "firing" || firing.has(idOf(each.key)));
    const facts = { now: ctx.now(), order: "own" as const, olderEpisodes: new Set<string>() };
    const decision = decideDelivery({ ...facts, signals: news, alerts, idOf });
    return { sourceId, decision: { ...decision, touched: [] } };
  });
  const decisions = made.map((each) => each.decision);
  const settles = wishes.settles === true || decisions.some((each) => each.changes);
  const wish = settles ? [askToSettle(pageId, latest(decisions, wishes.recoveredAt ?? null))] : [];
  return { statements: [...alertRows(pageId, made), ...wish], settles };
}
