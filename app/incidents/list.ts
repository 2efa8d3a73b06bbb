import { personIdOfActor } from "~/access/actor";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { cursorPageOf, parseListCursor, rowsPerPage } from "~/change/cursor";
import { readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { Proposer } from "~/proposals/rules/proposal";
import { findEventsByText, type TextSearchInput } from "~/search/queries/word-search";
import type { EventWordHit } from "~/search/rules/word-hits";
import { type Impact, type Status, toImpact } from "~/status/status";
import { type IncidentRow, parseIncidentComponents } from "./queries/incident";
import { incidentTableQuery } from "./queries/incident-table";
import { displayedImpact, isAnnouncementSummary } from "./rules/impact";
import type { IncidentStatus } from "./rules/incident";
import { type ListIncidentsInput, listIncidentsInputSchema } from "./rules/input";
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
  /** The time when all of its alerts had recovered, set while it is still open. */
  recoveredAt: number | null;
  /** Time by which the newest update promises the next one. */
  nextUpdateAt: number | null;
  /** Id of the person who leads it; null = nobody. For the team only. */
  leadId: string | null;
  /** The proposer of a draft by a token; null once a person has adopted it. For the team only. */
  proposedBy: ProposerView | null;
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
  /** The proposer of a text by a token; null when a person has rewritten it. For the team only. */
  proposedBy: ProposerView | null;
}

/** A proposer as the team sees it; `name` is null when the person was deleted. */
interface ProposerView {
  name: string | null;
  token: string;
}

/** Names of the people who proposed the incident and its postmortem, as `incidentProposerColumns` reads them. */
interface ProposerNames {
  proposerName: string | null;
  postmortemProposerName: string | null;
}

const proposerView = (by: Proposer | null, name: string | null): ProposerView | null =>
  by === null ? null : { name, token: by.token };

export interface ListedIncident extends IncidentView {
  lastUpdateAt: number | null;
  /** Name of the person who leads it; null = nobody. */
  lead: string | null;
  /** True when alerts opened it and none remains that would end it. */
  leftBehind: boolean;
}

export function incidentViewOf(row: IncidentRow, components: string, names: ProposerNames): IncidentView {
  const { pageId, originId, groupKey, backfilled, titleSaid, proposedBy, postmortemBy, ...all } = row;
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
      proposedBy: proposerView(postmortemBy, names.postmortemProposerName),
    },
    proposedBy: proposerView(proposedBy, names.proposerName),
    impactOverride,
    impact: displayedImpact({ impact: toImpact(row.impact), impactOverride }),
    components: Object.fromEntries(parseIncidentComponents(components).map((each) => [each.componentId, each.status])),
  };
}

type StoredTableRow = Awaited<ReturnType<typeof incidentTableQuery>>[number];

/** An incident as a row of management's list; instants in ms. */
export interface IncidentTableRow
  extends Omit<StoredTableRow, "impact" | "impactOverride" | "postmortem" | "components" | "sortValue"> {
  /** The impact that is shown. */
  impact: Impact;
  /** True for an announcement, which has no impact and no component. */
  announced: boolean;
  postmortem: PostmortemState;
  /** Names of its components. */
  components: string[];
  /** Part of an update or postmortem that contains the searched words; "" = none. */
  snippet: string;
}

export interface ListedIncidents {
  incidents: IncidentTableRow[];
  /** Cursor of the next page of the list; null at its end. */
  before: string | null;
  /** True when further texts may contain the searched words. */
  isSearchCut: boolean;
}

interface IncidentTextHits {
  hits: ReadonlyMap<string, EventWordHit>;
  isSearchCut: boolean;
}

function incidentTableRow({ sortValue: _, ...row }: StoredTableRow, hits: IncidentTextHits["hits"]): IncidentTableRow {
  const { impactOverride: override, components: names, ...rest } = row;
  const impactOverride = override === null ? null : toImpact(override);
  const impact = displayedImpact({ impact: toImpact(row.impact), impactOverride });
  const components = JSON.parse(names) as string[];
  const snippet = hits.get(row.id)?.snippet ?? "";
  const announced = isAnnouncementSummary({ impact, components });
  return { ...rest, impact, announced, postmortem: toPostmortemState(row.postmortem), components, snippet };
}

/** Finds incidents whose current texts contain the searched words: at most 200 rows, and no trip without a search. */
export async function findIncidentsByText(
  ctx: Ctx,
  pageId: string,
  search: Omit<TextSearchInput, "only">,
): Promise<IncidentTextHits> {
  const { hits, isCut } = await findEventsByText(ctx, pageId, { ...search, only: "incident" });
  return { hits: new Map(hits.map((hit) => [hit.id, hit])), isSearchCut: isCut };
}

/**
 * Lists the page's incidents, 50 at a time, newest start first unless sorted otherwise. Takes one statement, and one
 * more before it for the words of a search.
 */
export async function listIncidents(ctx: Ctx, given: ListIncidentsInput): Promise<Result<ListedIncidents>> {
  const authorized = authorizeAndParse(ctx, { role: "viewer", input: listIncidentsInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { pageId, before: cursor, lead, ...chosen } = authorized.value.input;
  const { search, from, to } = chosen;
  const leadId = lead === "mine" ? (personIdOfActor(ctx.actor) ?? "") : lead && null;
  const { hits, isSearchCut } = await findIncidentsByText(ctx, pageId, { search, from, to });
  const textHitIds = [...hits.keys()];
  const listing = { ...chosen, leadId, textHitIds, before: parseListCursor(cursor), limit: rowsPerPage + 1 };
  const [found] = await readBatch(ctx, incidentTableQuery(ctx, pageId, listing));
  const { rows, before } = cursorPageOf(found, rowsPerPage, ({ sortValue, id }) => [sortValue, id]);
  return ok({ incidents: rows.map((row) => incidentTableRow(row, hits)), before, isSearchCut });
}
