import type { SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Role } from "~/access/actor";
import type { AuthorizedInput } from "~/change/authorize-and-parse";
import { changeLoadedRow } from "~/change/change-found";
import type { ChangeResult } from "~/change/change-result";
import { changedValues } from "~/change/differences";
import type { NoticeDraft } from "~/commit/commit";
import type { ReusableFacts } from "~/commit/decide-with-retry";
import type { RowsByQueryName } from "~/db/read";
import { incidentTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { auditedProposer } from "~/proposals/queries/take-proposal";
import type { IncidentStatusHistory } from "~/status-page/rules/incident-story";
import {
  type FactQueries,
  type IncidentFacts,
  parseStatusByComponent,
  readIncidentChangeFacts,
  type StatusByComponent,
} from "./incident-facts";
import { type IncidentHistoryAfterChange, planLayerChanges } from "./layer-plan";
import type { incidentTargetInputSchema } from "./rules/input";

type StoredIncident = typeof incidentTable.$inferSelect;

/** A person's change of one incident. */
export interface IncidentChange {
  action: string;
  /** Changed columns of the incident itself. */
  fields: Partial<StoredIncident>;
  /** Statements for other rows. */
  changes?: SqlStatement[];
  guards?: SqlStatement[];
  /** The incident as its status layer needs it after the change; absent when no status changes. */
  after?: IncidentHistoryAfterChange;
  /** True when a person sets the present statuses of the components. */
  saysHow?: boolean;
  notices?: NoticeDraft[];
  publishes: boolean;
  /** Content of the audit entry beside the fields. */
  audited?: Record<string, unknown>;
}

/** Returns the incident as the layer would see it with other fields, components or updates. */
export function incidentHistoryWithChange(
  facts: IncidentFacts,
  row: Pick<StoredIncident, "startedAt" | "closed" | "resolvedAt">,
  components: StatusByComponent,
  updates: IncidentStatusHistory["updates"],
): IncidentStatusHistory {
  const touched = Object.entries(components).map(([componentId, status]) => ({ componentId, status }));
  const { startedAt, closed, resolvedAt } = row;
  return { id: facts.row.id, startedAt, closed, resolvedAt, updates, components: touched };
}

export const statusHistoryOfIncident = ({ stories, row }: IncidentFacts): IncidentStatusHistory | undefined =>
  stories.find((each) => each.id === row.id);

/** Returns the commit, guarded by the incident's version and, if its layer moves, by the page's timeline. */
async function decisionOf(ctx: Ctx, facts: IncidentFacts, step: IncidentChange) {
  const { row } = facts;
  const {
    action,
    fields,
    changes = [],
    guards = [],
    after: story,
    saysHow = false,
    notices = [],
    publishes,
    audited,
  } = step;
  const layer =
    story === undefined
      ? { guards: [], changes: [] }
      : await planLayerChanges(ctx, row.pageId, facts, { id: row.id, after: story, saysHow });
  const { following: _, editedParts: __, proposedBy: ___, ...said } = fields;
  const { before, after } = changedValues(row, said);
  return {
    action,
    // A person who changes a proposed draft has taken it up: from now on it is theirs, and alerts may join it.
    fields: row.proposedBy === null ? fields : { ...fields, proposedBy: null },
    guards: [...guards, ...layer.guards],
    changes: [...changes, ...layer.changes],
    notices,
    before,
    after: { ...after, ...auditedProposer(row.proposedBy), ...audited },
    publishes,
  };
}

interface IncidentChangeOptions<Schema extends z.ZodType, More> {
  role: Role;
  input: Schema;
  /** Incidents that were resolved after this time are read as facts too. */
  since: number | SQL;
  /** Further facts for the decision, read in the same batch. */
  more?: (input: z.output<Schema>) => More;
  /** True when it changes alerts, so that the page is settled directly after the response. */
  settles?: boolean;
}

/**
 * Applies a person's change to one incident. When it loses the race for the page's timeline, it reads only the timeline
 * again. Failures: those of `decide`, conflict (version), missing.
 */
export function changeIncident<
  Schema extends z.ZodType<z.output<typeof incidentTargetInputSchema>>,
  More extends FactQueries = Record<never, never>,
>(
  ctx: Ctx,
  { since, more, ...how }: IncidentChangeOptions<Schema, More>,
  given: z.input<Schema> & z.input<typeof incidentTargetInputSchema>,
  decide: (
    facts: IncidentFacts,
    input: z.output<Schema>,
    more: RowsByQueryName<More>,
  ) => Result<IncidentChange> | Promise<Result<IncidentChange>>,
): Promise<Result<ChangeResult>> {
  const load = async ({ input, commitId }: AuthorizedInput<z.output<Schema>>, keptFacts: ReusableFacts) => {
    const { pageId, id } = input;
    const { prior, found, ...facts } = await readIncidentChangeFacts(
      ctx,
      keptFacts,
      { pageId, id, since, commitId },
      more?.(input),
    );
    const row = found && { ...found.row, components: parseStatusByComponent(found.components) };
    return { prior, row, facts };
  };
  return changeLoadedRow(ctx, { ...how, subject: "incident", table: incidentTable, load }, given, async (told) => {
    const { row, stories, names, archived, standings, timeline, unkept } = told;
    const facts = { row, stories, names, archived, standings, timeline, unkept };
    const step = await decide(facts, told.input, told.more);
    return step.ok ? ok(await decisionOf(ctx, facts, step.value)) : step;
  });
}
