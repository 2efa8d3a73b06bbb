import { guardComponentsUnobservedStatements } from "~/alert-rules/queries/observed-components";
import { type KeeperChange, keeperChangeOnStatus } from "~/components/rules/word";
import { componentTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type IncidentStatusHistory, restatedLayerChanges } from "~/status-page/rules/incident-story";
import { nextStatusRowTime } from "~/status-page/rules/layer-change";
import { type TimelineCommitParts, timelineCommitParts } from "~/status-page/timeline/engine/extend";
import type { IncidentFacts } from "./incident-facts";

/** The story of this incident after the change; null when it is not published. */
export type IncidentHistoryAfterChange = IncidentStatusHistory | null;

interface LayerPlanChange {
  id: string;
  after: IncidentHistoryAfterChange;
  /** True when a person sets the present statuses of its components. */
  saysHow: boolean;
}

type LayerPlanFacts = Pick<IncidentFacts, "stories" | "timeline" | "unkept">;

/**
 * Returns the components that are kept manually from now on: they have no observer, and a person has set their status.
 */
function wordsIn(
  { unkept }: LayerPlanFacts,
  { after, saysHow }: LayerPlanChange,
  now: number,
): (KeeperChange & { id: string })[] {
  if (!after || !saysHow) return [];
  const named = new Set(after.components.map(({ componentId }) => componentId));
  const spokenOf = unkept.filter((id) => named.has(id));
  return spokenOf.map((id) => ({ id, ...keeperChangeOnStatus({ id, keptBy: null, coverage: "no_data" }, false, now) }));
}

/**
 * Plans the changes of the layers by the incident, and of who observes its components. If the incident gives them the
 * same statuses as before, no layer changes and the commit conflicts with no other. Otherwise the timeline is guarded
 * and raised, even when the worst status stays.
 */
export async function planLayerChanges(
  ctx: Ctx,
  pageId: string,
  facts: LayerPlanFacts,
  change: LayerPlanChange,
): Promise<TimelineCommitParts> {
  const { stories, timeline: state } = facts;
  const { id, after } = change;
  const [own, others] = [stories.filter((each) => each.id === id), stories.filter((each) => each.id !== id)];
  const [next, until] = [after ? [after] : [], nextStatusRowTime(state, ctx.now())];
  const moves = restatedLayerChanges(own, next, until).length > 0;
  const given = moves ? restatedLayerChanges(stories, [...others, ...next], until) : [];
  const words = wordsIn(facts, change, ctx.now());
  const changes = [...given, ...words.flatMap(({ rows }) => rows)];
  const addition = { pageId, state, changes, cause: "incident", reference: id } as const;
  const step = await timelineCommitParts(ctx, moves || words.length > 0, addition);
  const kept = words.map((word) => ({ id: word.id, ...word.fields }));
  return {
    guards: [
      ...guardComponentsUnobservedStatements(
        pageId,
        words.map((each) => each.id),
      ),
      ...step.guards,
    ],
    changes: [...updateRowsStatements(componentTable, pageId, kept), ...step.changes],
  };
}
