import { alertList } from "~/db/queries/alert-list";
import { read } from "~/db/read";
import type { alert } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/failure";
import { parseInput } from "~/rules/input/parse";
import { type ListAlertsInput, listAlertsInput } from "~/rules/input/source";
import { permit } from "~/rules/permission";
import { paged, pageSize, readCursor } from "../cursor";

export type { ListAlertsInput };

/** An alert with its latest episode; instants in ms. */
export interface AlertView {
  id: string;
  sourceId: string;
  key: string;
  state: string;
  severity: string | null;
  title: string;
  body: string;
  link: string | null;
  labels: Record<string, string>;
  startedAt: number;
  endedAt: number | null;
  firstSeenAt: number;
  lastSeenAt: number;
  count: number;
  incidentId: string | null;
  acknowledgedAt: number | null;
  acknowledgedBy: string | null;
  dismissedAt: number | null;
  flags: string[];
  version: number;
}

export interface ListedAlerts {
  alerts: AlertView[];
  before: string | null;
}

export function alertView(row: typeof alert.$inferSelect): AlertView {
  const { pageId, groupKey, resolvedReceivedAt, lastEventAt, ...rest } = row;
  return rest;
}

/** The page's alerts, last heard of first, 50 at a time. */
export async function listAlerts(ctx: Ctx, given: ListAlertsInput): Promise<Result<ListedAlerts>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "viewer");
  if (!may.ok) return may;
  const parsed = parseInput(listAlertsInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, before: cursor, ...filter } = parsed.value;
  const listing = { ...filter, before: readCursor(cursor), limit: pageSize + 1 };
  const [found] = await read(ctx, alertList(ctx, pageId, listing));
  const { rows, before } = paged(found, pageSize, (row) => [row.lastSeenAt, row.id]);
  return ok({ alerts: rows.map(alertView), before });
}
