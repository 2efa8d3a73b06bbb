import type { SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Role } from "~/access/actor";
import type { Done } from "~/change/answers";
import type { Authorized } from "~/change/authorize-and-parse";
import { changeFound } from "~/change/change-found";
import { differences } from "~/change/differences";
import type { NoticeDraft } from "~/commit/commit";
import type { KeptFacts } from "~/commit/deciding";
import type { NamedRows } from "~/db/read";
import { incident } from "~/db/schema";
import type { Statement } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { IncidentStory } from "~/status-page/rules/incident-story";
import { type IncidentFacts, pageFacts, type Queries, type Touched, touchedBy } from "./facts";
import { type After, layerPlan } from "./layer-plan";
import type { incidentTarget } from "./rules/input";

type Row = typeof incident.$inferSelect;

/** What a person does to one incident. */
export interface IncidentStep {
  action: string;
  /** What changes on the incident itself. */
  fields: Partial<Row>;
  /** Rows beside it. */
  changes?: Statement[];
  /** What must still be so besides. */
  guards?: Statement[];
  /** What the layer sees afterwards; absent = the change moves nothing. */
  after?: After;
  /** A person says in it how the components are now. */
  saysHow?: boolean;
  notices?: NoticeDraft[];
  publishes: boolean;
  /** Beside the fields, for the audit log. */
  audited?: Record<string, unknown>;
}

/** The incident as the layer would see it with other fields, components or updates. */
export function storyWith(
  facts: IncidentFacts,
  row: Pick<Row, "startedAt" | "closed" | "resolvedAt">,
  components: Touched,
  updates: IncidentStory["updates"],
): IncidentStory {
  const touched = Object.entries(components).map(([componentId, status]) => ({ componentId, status }));
  const { startedAt, closed, resolvedAt } = row;
  return { id: facts.row.id, startedAt, closed, resolvedAt, updates, components: touched };
}

export const storyOf = ({ stories, row }: IncidentFacts): IncidentStory | undefined =>
  stories.find((each) => each.id === row.id);

/** Guarded by the incident's version and, where its layer moves, by the page's timeline. */
async function decisionOf(ctx: Ctx, facts: IncidentFacts, step: IncidentStep) {
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
      : await layerPlan(ctx, row.pageId, facts, { id: row.id, after: story, saysHow });
  const { following: _, editedParts: __, ...said } = fields;
  const { before, after } = differences(row, said);
  return {
    action,
    fields,
    guards: [...guards, ...layer.guards],
    changes: [...changes, ...layer.changes],
    notices,
    before,
    after: { ...after, ...audited },
    publishes,
  };
}

interface Stepping<Schema extends z.ZodType, More> {
  role: Role;
  input: Schema;
  /** Of incidents that are resolved: those of after it are facts as well. */
  since: number | SQL;
  /** What else it is decided on, read in the same batch. */
  more?: (input: z.output<Schema>) => More;
  /** It moves alerts: the page is settled right after the answer. */
  settles?: boolean;
}

/**
 * One step of a person with one incident. Who lost the page's timeline reads only that again. Failures: those of
 * `decide`, conflict (version), missing.
 */
export function stepIncident<
  Schema extends z.ZodType<z.output<typeof incidentTarget>>,
  More extends Queries = Record<never, never>,
>(
  ctx: Ctx,
  { since, more, ...how }: Stepping<Schema, More>,
  given: z.input<Schema> & z.input<typeof incidentTarget>,
  decide: (
    facts: IncidentFacts,
    input: z.output<Schema>,
    more: NamedRows<More>,
  ) => Result<IncidentStep> | Promise<Result<IncidentStep>>,
): Promise<Result<Done>> {
  const load = async ({ input, commitId }: Authorized<z.output<Schema>>, keptFacts: KeptFacts) => {
    const { pageId, id } = input;
    const { prior, found, ...facts } = await pageFacts(ctx, keptFacts, { pageId, id, since, commitId }, more?.(input));
    const row = found && { ...found.row, components: touchedBy(found.components) };
    return { prior, row, facts };
  };
  return changeFound(ctx, { ...how, subject: "incident", table: incident, load }, given, async (told) => {
    const { row, stories, names, archived, standings, timeline, unkept } = told;
    const facts = { row, stories, names, archived, standings, timeline, unkept };
    const step = await decide(facts, told.input, told.more);
    return step.ok ? ok(await decisionOf(ctx, facts, step.value)) : step;
  });
}
