import type { NoticeDraft } from "~/db/commit";
import { incident } from "~/db/schema";
import type { Statement } from "~/db/write";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { IncidentStory } from "~/rules/snapshot/incident-story";
import { commitChange } from "../change/commit";
import { differences } from "../change/differences";
import { type After, type IncidentFacts, layerPlan, type Touched } from "./facts";

type Row = typeof incident.$inferSelect;

export interface IncidentStepPlan {
  commitId: string;
  action: string;
  /** What changes on the incident itself. */
  fields: Partial<Row>;
  /** Rows beside it. */
  changes?: Statement[];
  /** What the layer sees afterwards; absent = the change moves nothing. */
  after?: After;
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

/** Commits one step of an incident: guarded by its version and, where its layer moves, by the page's timeline. */
export async function commitStep(ctx: Ctx, pageId: string, facts: IncidentFacts, plan: IncidentStepPlan) {
  const { row } = facts;
  const moves = plan.after !== undefined;
  const layer = moves ? await layerPlan(ctx, pageId, facts, row.id, plan.after ?? null) : { guards: [], changes: [] };
  const changed = differences(row, plan.fields);
  return commitChange(ctx, {
    id: plan.commitId,
    pageId,
    expect: [{ table: incident, rows: [{ id: row.id, version: row.version }] }],
    guards: layer.guards,
    changes: [
      ...updateRows(incident, pageId, [{ id: row.id, ...plan.fields, updatedAt: ctx.now() }]),
      ...(plan.changes ?? []),
      ...layer.changes,
    ],
    notices: plan.notices ?? [],
    audit: {
      action: plan.action,
      subjectKind: "incident",
      subjectId: row.id,
      before: changed.before ?? null,
      after: { ...changed.after, ...plan.audited },
    },
    publishes: plan.publishes,
  });
}
