import type { BatchItem } from "drizzle-orm/batch";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { cursorPageOf, parseListCursor } from "~/change/cursor";
import { type NamedRows, readNamedQueries } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type Impact, type Status, toImpact } from "~/status/status";
import { type IncidentRow, incidentListQuery, parseIncidentComponents } from "./queries/incident";
import { displayedImpact } from "./rules/impact";
import type { IncidentStatus } from "./rules/incident";
import { type ListIncidentsInput, listIncidentsInput } from "./rules/input";
import { type PostmortemState, toPostmortemState } from "./rules/postmortem";

export type { ListIncidentsInput };

/** An incident as members see it; instants in ms. */
export interface IncidentView {
  id: string;
  title: string;
  /** Title of the alert that opened it; "" when a person opened it. For the team only. */
  alertTitle: string;
  status: IncidentStatus;
  /** The impact that is shown: the override if there is one, else the computed impact. */
  impact: Impact;
  impactOverride: Impact | null;
  visibility: string;
  startedAt: number;
  publishedAt: number | null;
  monitoringAt: number | null;
  resolvedAt: number | null;
  resolvedBy: string | null;
  closed: boolean;
  origin: string;
  edited: boolean;
  /** Set while all of its alerts have recovered and it is still open. */
  recoveredAt: number | null;
  /** Time by which the newest update promises the next one. */
  nextUpdateAt: number | null;
  postmortem: PostmortemView;
  /** Component id → the status that the incident gives it. */
  components: Record<string, Status>;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export interface PostmortemView {
  state: PostmortemState;
  body: string;
  updatedAt: number | null;
  publishedAt: number | null;
  /** True when subscribers were notified of it. */
  notified: boolean;
}

export interface ListedIncident extends IncidentView {
  lastUpdateAt: number | null;
  /** True when alerts opened it, and none is left that would end it. */
  leftBehind: boolean;
}

export interface ListedIncidents {
  incidents: ListedIncident[];
  before: string | null;
}

export function incidentView(row: IncidentRow, components: string): IncidentView {
  const { pageId, originId, groupKey, backfilled, titleSaid, ...all } = row;
  const { postmortemBody, postmortemHtml, postmortemText, postmortemUpdatedAt, postmortemPublishedAt, ...some } = all;
  const { postmortem, postmortemNotified, ...rest } = some;
  const impactOverride = row.impactOverride === null ? null : toImpact(row.impactOverride);
  return {
    ...rest,
    postmortem: {
      state: toPostmortemState(postmortem),
      body: postmortemBody,
      updatedAt: postmortemUpdatedAt,
      publishedAt: postmortemPublishedAt,
      notified: postmortemNotified,
    },
    impactOverride,
    impact: displayedImpact({ impact: toImpact(row.impact), impactOverride }),
    components: Object.fromEntries(parseIncidentComponents(components).map((each) => [each.componentId, each.status])),
  };
}

type Query = BatchItem<"sqlite">;

/** Lists the page's incidents, newest start first, 50 at a time; reads `more` about them in the same batch. */
export async function listIncidentsWithQueries<More extends Record<string, Query>>(
  ctx: Ctx,
  given: ListIncidentsInput,
  more: (pageId: string, list: ReturnType<typeof incidentListQuery>) => More,
): Promise<Result<ListedIncidents & { more: NamedRows<More> }>> {
  const authorized = authorizeAndParse(ctx, { role: "viewer", input: listIncidentsInput }, given);
  if (!authorized.ok) return authorized;
  const { pageId, filter, search, before: cursor, limit, skip } = authorized.value.input;
  const listing = { filter, search, limit: limit + 1, skip, before: parseListCursor(cursor) };
  const list = incidentListQuery(ctx, pageId, listing);
  const [{ found }, told] = await readNamedQueries(ctx, { found: list }, more(pageId, list));
  const { rows, before } = cursorPageOf(found, limit, ({ row }) => [row.startedAt, row.id]);
  const incidents = rows.map(({ row, components, lastUpdateAt, leftBehind }) => ({
    ...incidentView(row, components),
    lastUpdateAt,
    leftBehind: Boolean(leftBehind),
  }));
  return ok({ incidents, before, more: told });
}

export const listIncidents = (ctx: Ctx, given: ListIncidentsInput): Promise<Result<ListedIncidents>> =>
  listIncidentsWithQueries(ctx, given, () => ({}));
