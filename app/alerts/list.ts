import { authorizeAndParse } from "~/change/authorize-and-parse";
import { paged, pageSize, readCursor } from "~/change/cursor";
import { read } from "~/db/read";
import type { AlertOrigin, alert } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import { ownTitle } from "~/notifications/rules/own-title";
import type { Ctx } from "~/platform/ctx";
import type { SaidTitle } from "~/text/said-title";
import { type AlertAssignment, assigning } from "./assignments";
import { alertList } from "./queries/alert-list";
import { assignmentFacts } from "./queries/assignment";
import type { AlertFact } from "./rules/alert";
import { isFlapping, type Turning } from "./rules/flapping";
import { type ListAlertsInput, listAlertsInput } from "./rules/input";

export type { ListAlertsInput };

type NotShown = "groupKey" | "resolvedReceivedAt" | "lastEventAt" | "reportedStart" | "turns" | "heldEnd";

/** The alert that explains another, with its origin; `name` is the better known of the two names. */
export interface Because {
  id: string;
  alertId: string;
  family: AlertOrigin;
  name: string;
}

/** An alert with its latest episode; instants in ms. */
export interface AlertView extends Omit<AlertFact, NotShown | "state"> {
  sourceId: string;
  /** Name of its origin; null when that is gone. */
  sourceName: string | null;
  family: AlertOrigin | null;
  /** Its title, if it is one of our own alerts; null when `title` is its sender's. */
  titleSaid: SaidTitle | null;
  /** The cause, when it fires only because of another alert. */
  because: Because | null;
  state: string;
}

/** An alert with whom it reaches; `assigned` is null when it does not fire. */
export interface ListedAlert extends AlertView {
  assigned: AlertAssignment | null;
}

export interface ListedAlerts {
  alerts: ListedAlert[];
  before: string | null;
}

interface Found {
  row: typeof alert.$inferSelect;
  sourceName: string | null;
  family: AlertOrigin | null;
  because: string | null;
}

export const causeIn = (text: string | null): Because | null => (text === null ? null : (JSON.parse(text) as Because));

/** Returns the cause of an alert, unless the alert is dismissed. */
export const becauseIn = (text: string | null, { dismissedAt }: { dismissedAt: number | null }): Because | null =>
  dismissedAt === null ? causeIn(text) : null;

/** Returns since when an alert flaps; null when it does not. */
export const flapsSince = (row: Pick<Turning, "turns" | "flappingSince">, now: number): number | null =>
  isFlapping(row, now) ? row.flappingSince : null;

export function alertView({ row, sourceName, family, because }: Found, now: number): AlertView {
  const { pageId, groupKey, resolvedReceivedAt, lastEventAt, turns, heldEnd, causeId, ...rest } = row;
  const explained = row.state === "firing" ? becauseIn(because, row) : null;
  const titleSaid = ownTitle({ ...row, family, sourceName });
  return { ...rest, titleSaid, flappingSince: flapsSince(row, now), sourceName, family, because: explained };
}

/** Lists the page's alerts, the last updated first, 50 at a time. */
export async function listAlerts(ctx: Ctx, given: ListAlertsInput): Promise<Result<ListedAlerts>> {
  const authorized = authorizeAndParse(ctx, { role: "viewer", input: listAlertsInput }, given);
  if (!authorized.ok) return authorized;
  const { pageId, before: cursor, ...filter } = authorized.value.input;
  const listing = { ...filter, before: readCursor(cursor), limit: pageSize + 1 };
  const [found, [facts]] = await read(ctx, alertList(ctx, pageId, listing), assignmentFacts(ctx, pageId));
  const assign = facts && assigning(facts, ctx.now());
  const { rows, before } = paged(found, pageSize, ({ row }) => [row.lastSeenAt, row.id]);
  const alerts = rows.map((each) => {
    const view = alertView(each, ctx.now());
    return { ...view, assigned: assign && view.state === "firing" ? assign(view) : null };
  });
  return ok({ alerts, before });
}
