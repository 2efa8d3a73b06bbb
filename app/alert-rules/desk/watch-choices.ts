import { type ComponentsView, namedInGroups } from "~/components/list";
import type { Choice } from "~/ui/parts/field";
import { namedChoices } from "~/ui/parts/noun-fields";
import type { LeftOver } from "../only-watched";

/** A component where somebody chooses what watches it. */
export interface WatchChoice extends Choice {
  /** People keep it by hand until something watches it. */
  byHand?: true;
  /** Nothing but what the form is about watches it. */
  alone?: true;
}

interface Watching {
  /** What nothing else watches. */
  alone?: LeftOver["alone"];
  /** Whatever is chosen is watched from then on: not by a source that never says that all is well. */
  vouches?: boolean;
}

/** All components of a page as they are chosen, with what changes for each. */
export function watchChoices(listed: ComponentsView, { alone = [], vouches = true }: Watching = {}): WatchChoice[] {
  const kept = vouches ? listed.components.filter(({ keptBy }) => keptBy === "manual") : [];
  const byHand = new Set(kept.map(({ id }) => id));
  const only = new Set(alone.map(({ id }) => id));
  return namedChoices(namedInGroups(listed)).map((each) => ({
    ...each,
    ...(byHand.has(each.value) ? { byHand: true as const } : {}),
    ...(only.has(each.value) ? { alone: true as const } : {}),
  }));
}
