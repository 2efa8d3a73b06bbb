import { guardNoObserver } from "~/alert-rules/queries/observed-components";
import { type KeeperWord, wordOf } from "~/components/rules/word";
import { component } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type IncidentStory, restateLayer } from "~/status-page/rules/incident-story";
import { recordingTime } from "~/status-page/rules/layer-change";
import { type TimelineStep, timelineStep } from "~/status-page/timeline/engine/extend";
import type { IncidentFacts } from "./incident-facts";

/** The story of this incident after the change; null when it is not published. */
export type StoryAfterChange = IncidentStory | null;

interface Change {
  id: string;
  after: StoryAfterChange;
  /** True when a person sets the present statuses of its components. */
  saysHow: boolean;
}

type PlanFacts = Pick<IncidentFacts, "stories" | "timeline" | "unkept">;

/**
 * Returns the components that are kept manually from now on: they have no observer, and a person has set their status.
 */
function wordsIn({ unkept }: PlanFacts, { after, saysHow }: Change, now: number): (KeeperWord & { id: string })[] {
  if (!after || !saysHow) return [];
  const named = new Set(after.components.map(({ componentId }) => componentId));
  const spokenOf = unkept.filter((id) => named.has(id));
  return spokenOf.map((id) => ({ id, ...wordOf({ id, keptBy: null, coverage: "no_data" }, false, now) }));
}

/**
 * Plans the change of the layers: the incident's, and who vouches for its components. When the incident gives them the
 * same as before, nothing changes and no other change of the page conflicts; else the timeline is guarded and raised,
 * even when the worst status stays.
 */
export async function layerPlan(ctx: Ctx, pageId: string, facts: PlanFacts, change: Change): Promise<TimelineStep> {
  const { stories, timeline: state } = facts;
  const { id, after } = change;
  const [own, others] = [stories.filter((each) => each.id === id), stories.filter((each) => each.id !== id)];
  const [next, until] = [after ? [after] : [], recordingTime(state, ctx.now())];
  const moves = restateLayer(own, next, until).length > 0;
  const given = moves ? restateLayer(stories, [...others, ...next], until) : [];
  const words = wordsIn(facts, change, ctx.now());
  const changes = [...given, ...words.flatMap(({ rows }) => rows)];
  const addition = { pageId, state, changes, cause: "incident", reference: id } as const;
  const step = await timelineStep(ctx, moves || words.length > 0, addition);
  const kept = words.map((word) => ({ id: word.id, ...word.fields }));
  return {
    guards: [
      ...guardNoObserver(
        pageId,
        words.map((each) => each.id),
      ),
      ...step.guards,
    ],
    changes: [...updateRows(component, pageId, kept), ...step.changes],
  };
}
