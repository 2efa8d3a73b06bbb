import type { ComponentVisibilityRule } from "~/components/rules/fields";
import {
  isHiddenByImport,
  type StoredVisibilityRule,
  visibilityAfterImport,
} from "~/components/rules/stored-visibility";
import { dayStart } from "~/time/day";
import type { componentKeeperStatesQuery } from "../../queries/imported-component";
import type { MovedComponent } from "../../rules/move-document";
import { importedKeeperState, movedComponentStartDate } from "../../rules/moved-component";
import { movedNameOrId, truncateMovedDescription } from "../../rules/moved-text";
import type { ImportWriteFacts, WrittenImportThing } from "../noun-writer";

export type WrittenComponent = WrittenImportThing<"component">;
export type ComponentKeeperStateRow = Awaited<ReturnType<typeof componentKeeperStatesQuery>>[number];

/** Columns that come with each change, too. */
const settingsOf = (thing: MovedComponent, { idOf }: ImportWriteFacts) => ({
  name: movedNameOrId(thing),
  description: truncateMovedDescription(thing.description),
  groupId: thing.groupId === null ? null : idOf({ noun: "group", theirId: thing.groupId }),
  showUptime: thing.showsUptime,
});

const visibilityOf = ({ isHidden, onlyShownIfAffected }: MovedComponent): ComponentVisibilityRule =>
  isHidden || onlyShownIfAffected ? "affected" : "always";

/** Returns the row of a new component: visitors do not see it before the import is over. */
export function importedComponentRow(
  facts: ImportWriteFacts,
  { ourId, thing, planned }: WrittenComponent,
  { position, at }: { position: number; at: number },
) {
  const { pageId, timeZone, startedAt } = facts;
  const startDate = movedComponentStartDate(planned.arrival, timeZone, startedAt);
  const standing = importedKeeperState(thing);
  return {
    id: ourId,
    pageId,
    ...settingsOf(thing, facts),
    position,
    startDate,
    shownWhen: visibilityAfterImport[visibilityOf(thing)],
    ...standing,
    coverageSince: standing.coverage === "operational" ? dayStart(timeZone, startDate) : at,
    observedSince: startedAt,
    createdAt: startedAt,
    updatedAt: startedAt,
  };
}

/** Returns the settings that come with a change; one that is hidden until its import ends stays so. */
export function importedComponentChanges(
  facts: ImportWriteFacts,
  { ourId, thing }: WrittenComponent,
  here: ComponentKeeperStateRow,
) {
  const rule = visibilityOf(thing);
  const shownWhen: StoredVisibilityRule = isHiddenByImport(here.shownWhen) ? visibilityAfterImport[rule] : rule;
  return { id: ourId, ...settingsOf(thing, facts), shownWhen, updatedAt: facts.startedAt };
}
