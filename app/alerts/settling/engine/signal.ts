import { addSettleRequestStatements } from "~/clock/wishes/queries/wish";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { isPublicUrl } from "~/status/usual-words";
import { readAlertsByIds } from "../../queries/accept-facts";
import { guardAlertsUnchangedStatements, writeAlertsStatements } from "../../queries/alert-rows";
import { type DeliveryDecision, decideDelivery } from "../../rules/delivery";
import type { AlertSignal } from "../../rules/signal";
import { alertIdOf } from "./alert-id";

/** The signals of one monitor or heartbeat about its own alerts. */
export interface SourceSignals {
  sourceId: string;
  signals: readonly AlertSignal[];
}

/** Further reasons to settle the page: the time at which an observer fell silent or reports again. */
interface SettleReasons {
  settles?: boolean;
  recoveredAt?: number | null;
  /** True when a monitor reported for the first time: from now on it vouches for its components. */
  vouches?: boolean;
}

export interface SignalStatements {
  /** Statements with their guards, for the batch that stores the state from which they follow. */
  statements: SqlStatement[];
  settles: boolean;
}

async function namedBy(ctx: Ctx, said: readonly SourceSignals[]) {
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

/** Our own checks count against no source's window. */
const wishOf = (ctx: Ctx, recoveredAt: number | null, publishes: boolean) => ({
  now: ctx.now(),
  times: 1,
  recoveredAt,
  publishes,
  windowAt: 0,
  changed: {},
});

/** The signals of a page's checks about its alerts. */
export interface PageSignals extends SettleReasons {
  pageId: string;
  said: readonly SourceSignals[];
}

/** True for a vendor's statement: visitors read it beside components, also when it changes none. */
const isVendors = ({ labels }: AlertSignal): boolean => isPublicUrl(labels.link);

type Ids = ReadonlyMap<string, string>;
type Alerts = Awaited<ReturnType<typeof readAlertsByIds>>;

function signalsOf(ctx: Ctx, { pageId, said, ...wishes }: PageSignals, ids: Ids, alerts: Alerts): SignalStatements {
  const firing = new Set(alerts.filter((each) => each.state === "firing").map(({ id }) => id));
  const decided = said.map(({ sourceId, signals }) => {
    const idOf = (key: string) => ids.get(`${sourceId} ${key}`) ?? "";
    const news = signals.filter((each) => each.status === "firing" || firing.has(idOf(each.key)));
    const facts = { now: ctx.now(), order: "own" as const, olderEpisodes: new Set<string>() };
    return { sourceId, decision: { ...decideDelivery({ ...facts, signals: news, alerts, idOf }), touched: [] } };
  });
  const decisions = decided.map((each) => each.decision);
  const made = decided.map(({ sourceId, decision }) => ({ sourceId, writes: decision }));
  const settles = wishes.settles === true || decisions.some((each) => each.changes);
  const tells = said.some(({ signals }, at) => decided[at]?.decision.changes && signals.some(isVendors));
  const wish = wishOf(ctx, latest(decisions, wishes.recoveredAt ?? null), tells || wishes.vouches === true);
  const rows = [...guardAlertsUnchangedStatements(made), ...writeAlertsStatements(pageId, made)];
  return { statements: [...rows, ...(settles ? addSettleRequestStatements(pageId, wish) : [])], settles };
}

/**
 * Returns the signals of our own checks as statements for the batch that stores their results, page by page. They are
 * accepted without a check; a recovery of an alert that does not fire is ignored. Reads one statement when there are
 * signals, otherwise none.
 */
export async function signalStatementsOfPages(ctx: Ctx, tellings: readonly PageSignals[]): Promise<SignalStatements[]> {
  const ids = await namedBy(
    ctx,
    tellings.flatMap(({ said }) => said),
  );
  const alerts = ids.size > 0 ? await readAlertsByIds(ctx, [...new Set(ids.values())]) : [];
  return tellings.map((telling) => signalsOf(ctx, telling, ids, alerts));
}
