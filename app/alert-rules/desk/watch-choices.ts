import { type ComponentsView, groupedComponentNames } from "~/components/list";
import type { FieldChoice } from "~/ui/parts/field";
import { fieldChoicesFromNames } from "~/ui/parts/noun-fields";
import type { UnwatchedAfterDelete } from "../unwatched-after-delete";

/** A component as a choice, in forms where an admin chooses what observes it. */
export interface WatchedComponentChoice extends FieldChoice {
  /** True when people set its status manually until something observes it. */
  byHand?: true;
  /** True when only the subject of the form observes it. */
  alone?: true;
}

interface WatchedComponentChoiceOptions {
  /** Components that nothing else observes. */
  alone?: UnwatchedAfterDelete["alone"];
  /** True when a chosen component becomes observed; false for a source that never reports that all is operational. */
  vouches?: boolean;
}

/** Returns all components of a page as choices, each with the effect of choosing it. */
export function watchedComponentChoices(
  listed: ComponentsView,
  { alone = [], vouches = true }: WatchedComponentChoiceOptions = {},
): WatchedComponentChoice[] {
  const kept = vouches ? listed.components.filter(({ keptBy }) => keptBy === "manual") : [];
  const byHand = new Set(kept.map(({ id }) => id));
  const only = new Set(alone.map(({ id }) => id));
  return fieldChoicesFromNames(groupedComponentNames(listed)).map((each) => ({
    ...each,
    ...(byHand.has(each.value) ? { byHand: true as const } : {}),
    ...(only.has(each.value) ? { alone: true as const } : {}),
  }));
}
