import { alertList, dependencies } from "~/db/queries/alert-list";
import { read } from "~/db/read";
import type { AlertOrigin, alert } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import type { AlertFact } from "~/rules/alerts/alert";
import { isFlapping, type Turning } from "~/rules/alerts/flapping";
import { type ListAlertsInput, listAlertsInput } from "~/rules/alerts/input";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { causesOf } from "~/rules/settling/cause";
import { paged, pageSize, readCursor } from "../cursor";

export type { ListAlertsInput };

type NotShown = "groupKey" | "resolvedReceivedAt" | "lastEventAt" | "reportedStart" | "turns" | "heldEnd";

/** An alert with its latest episode; instants in ms. */
export interface AlertView extends Omit<AlertFact, NotShown | "state"> {
  sourceId: string;
  /** What it comes from; null when that is gone. */
  sourceName: string | null;
  family: AlertOrigin | null;
  /** It fires only because another monitor is down: that one. */
  because: { id: string; name: string } | null;
  state: string;
}

export interface ListedAlerts {
  alerts: AlertView[];
  before: string | null;
}

type Causes = ReadonlyMap<string, { id: string; name: string }>;
type Links = { id: string; name: string; dependsOn: string | null; down: number }[];

/** Source → the one whose failure explains its own, for `alertView`. */
export function causesAmong(links: Links): Causes {
  const down = new Set(links.filter((each) => each.down).map(({ id }) => id));
  const names = new Map(links.map(({ id, name }) => [id, name]));
  const causes = [...causesOf(links, down)];
  return new Map(causes.map(([id, root]) => [id, { id: root, name: names.get(root) ?? "" }]));
}

interface Found {
  row: typeof alert.$inferSelect;
  sourceName: string | null;
  family: AlertOrigin | null;
}

/** Since when it flaps, while it does. */
export const flapsSince = (row: Pick<Turning, "turns" | "flappingSince">, now: number): number | null =>
  isFlapping(row, now) ? row.flappingSince : null;

export function alertView({ row, sourceName, family }: Found, causes: Causes, now: number): AlertView {
  const { pageId, groupKey, resolvedReceivedAt, lastEventAt, turns, heldEnd, causeId, ...rest } = row;
  const because = row.state === "firing" && row.dismissedAt === null ? (causes.get(row.sourceId) ?? null) : null;
  return { ...rest, flappingSince: flapsSince(row, now), sourceName, family, because };
}

/** The page's alerts, last heard of first, 50 at a time. */
export async function listAlerts(ctx: Ctx, given: ListAlertsInput): Promise<Result<ListedAlerts>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "viewer");
  if (!may.ok) return may;
  const parsed = parseInput(listAlertsInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, before: cursor, ...filter } = parsed.value;
  const listing = { ...filter, before: readCursor(cursor), limit: pageSize + 1 };
  const [found, links] = await read(ctx, alertList(ctx, pageId, listing), dependencies(ctx, pageId));
  const { rows, before } = paged(found, pageSize, ({ row }) => [row.lastSeenAt, row.id]);
  const causes = causesAmong(links);
  return ok({ alerts: rows.map((each) => alertView(each, causes, ctx.now())), before });
}
