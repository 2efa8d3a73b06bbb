import { authorizeAndParse } from "~/change/authorize-and-parse";
import { rowsPerPage } from "~/change/cursor";
import { readBatch } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { toLowerAscii } from "~/text/search-match";
import { type AlertAssignment, alertAssignmentResolver } from "./assignments";
import { type AlertView, alertViewOf } from "./list";
import {
  type AlertSearch,
  type AlertWindow,
  alertComponentNamesQuery,
  alertSourceNamesQuery,
  alertsInWindowQuery,
  endOfAlertWindowQuery,
  sourcesInWindowSql,
} from "./queries/alert-page";
import { type AssignmentFactsRow, assignmentFactsOfPageQuery } from "./queries/assignment";
import { type AlertListCursor, alertListCursorText, alertPlaceOf, parseAlertListCursor } from "./rules/alert-order";
import { type ListPageAlertsInput, listPageAlertsInputSchema } from "./rules/input";

export type { ListPageAlertsInput };

/** An alert in the list of its page. */
export interface PageAlert extends AlertView {
  acknowledgedByName: string | null;
  /** The people and components that it reaches. For a recovered alert the current rules decide this. */
  assigned: AlertAssignment;
  /** Names of the components that its rule changes. */
  components: string[];
}

export interface PageAlerts {
  alerts: PageAlert[];
  /** Position from which the list continues; null = this is the end. */
  before: string | null;
  /** Start of the last alert that a search has examined; null when it has examined all alerts or found enough. */
  lookedTo: number | null;
  sources: { id: string; name: string }[];
  components: { id: string; name: string }[];
}

type Query = ReturnType<typeof listPageAlertsInputSchema.parse>;

/**
 * Maximum number of alerts that one search examines. It is lower when the rules have to be read for each alert, or for
 * one source.
 */
const alertsPerSearch = 500;
const alertsPerNarrowSearch = 200;

/** True for filters that only the facts of rules decide. */
const byRules = ({ state, componentId }: Query): boolean => state === "muted" || componentId !== undefined;

const isSearch = (query: Query): boolean =>
  byRules(query) ||
  query.text !== undefined ||
  query.sourceId !== undefined ||
  query.state === "acknowledged" ||
  query.state === "dismissed";

function windowOf(query: Query): AlertWindow {
  const { pageId, order, before, state, severity, sourceId } = query;
  const searched = byRules(query) || sourceId !== undefined ? alertsPerNarrowSearch : alertsPerSearch;
  return {
    pageId,
    order,
    after: parseAlertListCursor(before),
    look: isSearch(query) ? searched : rowsPerPage + 1,
    sourceId,
    severity,
    state: state === undefined ? undefined : state === "recovered" ? "resolved" : "firing",
  };
}

const searchOf = ({ text, componentId, state }: Query): AlertSearch => ({
  text: text === undefined ? undefined : toLowerAscii(text),
  componentId,
  mark: state === "acknowledged" || state === "dismissed" ? state : undefined,
});

/** Returns a filter for the alerts that match the query's mute state and component under the current rules. */
const isFound =
  ({ state, componentId }: Query) =>
  ({ assigned: { rule, told } }: PageAlert): boolean =>
    (state !== "muted" || told.state === "muted") &&
    (componentId === undefined || (rule?.components.includes(componentId) ?? false));

type FoundAlert = Awaited<ReturnType<typeof alertsInWindowQuery>>[number];

/** Returns a function that adds to an alert what the current rules decide about it. */
function pageAlertMaker(ctx: Ctx, facts: AssignmentFactsRow, components: PageAlerts["components"]) {
  const assign = alertAssignmentResolver(facts, ctx.now());
  const names = new Map(components.map(({ id, name }) => [id, name]));
  return ({ acknowledgedByName, ...row }: FoundAlert): PageAlert => {
    const view = alertViewOf(row, ctx.now());
    const assigned = assign(view);
    const moved = (assigned.rule?.components ?? []).flatMap((id) => names.get(id) ?? []);
    return { ...view, acknowledgedByName, assigned, components: moved };
  };
}

/** Returns the first of the alerts found and where the list continues; `end` is the last alert examined. */
function firstPage(query: Query, found: PageAlert[], end: AlertListCursor | undefined) {
  const alerts = found.slice(0, rowsPerPage);
  const last = alerts.at(-1);
  const isFull = found.length > alerts.length && last !== undefined;
  const from = isFull ? alertPlaceOf(query.order, last) : end;
  return {
    alerts,
    before: from ? alertListCursorText(from) : null,
    lookedTo: isFull ? null : (end?.startedAt ?? null),
  };
}

/**
 * Lists the alerts of a page, firing and recovered, 50 at a time, in an order. A search examines 500 alerts at a time
 * (200 by source, component or mute) and returns how far it has come.
 */
export async function listPageAlerts(ctx: Ctx, given: ListPageAlertsInput): Promise<Result<PageAlerts>> {
  const authorized = authorizeAndParse(ctx, { role: "viewer", input: listPageAlertsInputSchema }, given);
  if (!authorized.ok) return authorized;
  const query = authorized.value.input;
  const window = windowOf(query);
  const [found, [end], [facts], sources, components] = await readBatch(
    ctx,
    alertsInWindowQuery(ctx, window, searchOf(query), byRules(query) ? window.look : rowsPerPage + 1),
    endOfAlertWindowQuery(ctx, isSearch(query) ? window : { ...window, look: 0 }),
    assignmentFactsOfPageQuery(ctx, query.pageId, sourcesInWindowSql(window)),
    alertSourceNamesQuery(ctx, query.pageId),
    alertComponentNamesQuery(ctx, query.pageId),
  );
  if (!facts) return missingFailure;
  const fitting = found.map(pageAlertMaker(ctx, facts, components)).filter(isFound(query));
  return ok({ ...firstPage(query, fitting, end), sources, components });
}
