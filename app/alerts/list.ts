import { authorizeAndParse } from "~/change/authorize-and-parse";
import { cursorPageOf, parseListCursor, rowsPerPage } from "~/change/cursor";
import { readBatch } from "~/db/read";
import type { AlertOrigin, alertTable } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import { builtInAlertTitle } from "~/notifications/rules/own-title";
import type { Ctx } from "~/platform/ctx";
import type { AutomaticTitle } from "~/text/said-title";
import { type AlertAssignment, alertAssignmentResolver } from "./assignments";
import { alertRowsQuery } from "./queries/alert-list";
import { assignmentFactsOfPageQuery } from "./queries/assignment";
import type { AlertRecord } from "./rules/alert";
import { type FlapHistory, isFlapping } from "./rules/flap-history";
import { type ListAlertsInput, listAlertsInputSchema } from "./rules/input";

export type { ListAlertsInput };

type OmittedAlertField = "groupKey" | "resolvedReceivedAt" | "lastEventAt" | "reportedStart" | "turns" | "heldEnd";

/** The alert that explains another one, with its origin. `name` is the more familiar of its two names. */
export interface CausingAlert {
  id: string;
  alertId: string;
  family: AlertOrigin;
  name: string;
}

/** An alert with its latest firing; instants in ms. */
export interface AlertView extends Omit<AlertRecord, OmittedAlertField | "state"> {
  sourceId: string;
  /** Name of its origin; null when that was deleted. */
  sourceName: string | null;
  family: AlertOrigin | null;
  /** Its title, if it is an alert of our own; null when the sender wrote `title`. */
  titleSaid: AutomaticTitle | null;
  /** The alert that caused it, if it fires only for that reason. */
  because: CausingAlert | null;
  state: string;
}

/** An alert with the people whom it reaches; `assigned` is null when it does not fire. */
export interface ListedAlert extends AlertView {
  assigned: AlertAssignment | null;
}

export interface ListedAlerts {
  alerts: ListedAlert[];
  before: string | null;
}

interface AlertQueryRow {
  row: typeof alertTable.$inferSelect;
  sourceName: string | null;
  family: AlertOrigin | null;
  because: string | null;
}

export const parseCausingAlert = (text: string | null): CausingAlert | null =>
  text === null ? null : (JSON.parse(text) as CausingAlert);

/** Returns the cause of an alert, unless the alert is dismissed. */
export const parseActiveCause = (
  text: string | null,
  { dismissedAt }: { dismissedAt: number | null },
): CausingAlert | null => (dismissedAt === null ? parseCausingAlert(text) : null);

/** Returns the time since which an alert is flapping; null when it is not. */
export const flappingStartTime = (row: Pick<FlapHistory, "turns" | "flappingSince">, now: number): number | null =>
  isFlapping(row, now) ? row.flappingSince : null;

export function alertViewOf({ row, sourceName, family, because }: AlertQueryRow, now: number): AlertView {
  const { pageId, groupKey, resolvedReceivedAt, lastEventAt, turns, heldEnd, causeId, ...rest } = row;
  const explained = row.state === "firing" ? parseActiveCause(because, row) : null;
  const titleSaid = builtInAlertTitle({ ...row, family, sourceName });
  return { ...rest, titleSaid, flappingSince: flappingStartTime(row, now), sourceName, family, because: explained };
}

/** Lists the page's alerts, the last updated first, 50 at a time. */
export async function listAlerts(ctx: Ctx, given: ListAlertsInput): Promise<Result<ListedAlerts>> {
  const authorized = authorizeAndParse(ctx, { role: "viewer", input: listAlertsInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { pageId, before: cursor, ...filter } = authorized.value.input;
  const listing = { ...filter, before: parseListCursor(cursor), limit: rowsPerPage + 1 };
  const [found, [facts]] = await readBatch(
    ctx,
    alertRowsQuery(ctx, pageId, listing),
    assignmentFactsOfPageQuery(ctx, pageId),
  );
  const assign = facts && alertAssignmentResolver(facts, ctx.now());
  const { rows, before } = cursorPageOf(found, rowsPerPage, ({ row }) => [row.lastSeenAt, row.id]);
  const alerts = rows.map((each) => {
    const view = alertViewOf(each, ctx.now());
    return { ...view, assigned: assign && view.state === "firing" ? assign(view) : null };
  });
  return ok({ alerts, before });
}
