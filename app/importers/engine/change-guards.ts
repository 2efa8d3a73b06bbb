import { channelTable, componentGroupTable, incidentTable, pageTable, sourceTable, templateTable } from "~/db/schema";
import { guardVersionsStatements, type SqlStatement } from "~/db/write";
import type { VersionedThing } from "../queries/import-rows";
import { guardComponentVersionsStatement } from "../queries/imported-component";
import { guardMaintenanceVersionsStatement } from "../queries/maintenance-here";
import { guardImportedSeriesVersionsStatement } from "../queries/series-here";
import { type MovedNoun, movedNouns } from "../rules/moved-nouns";
import type { ImportStepEntry } from "../rules/step-costs";
import type { ImportStepFacts } from "../rules/step-entries";

/** Tables whose own version is the one that is compared. */
const tables = {
  page: pageTable,
  group: componentGroupTable,
  incident: incidentTable,
  template: templateTable,
  monitor: sourceTable,
  heartbeat: sourceTable,
  channel: channelTable,
};

function guardsOfNoun(noun: MovedNoun, pageId: string, things: readonly VersionedThing[]): SqlStatement[] {
  if (noun === "subscriber" || things.length === 0) return [];
  if (noun === "component") return [guardComponentVersionsStatement(pageId, things)];
  if (noun === "maintenance_series") return [guardImportedSeriesVersionsStatement(pageId, things)];
  if (noun === "maintenance") return [guardMaintenanceVersionsStatement(pageId, things)];
  const rows = things.map(({ id, version }) => ({ id, version }));
  return guardVersionsStatements(tables[noun], pageId, rows);
}

/** True for an entry that writes a thing which is here already. */
const isAboutKnown = ({ action, updates }: ImportStepEntry): boolean =>
  action === "change" || (action === "make" && updates.from > 0);

/** Breaks a step when what it changes was edited or deleted after its version was read: the step is then read again. */
export function importChangeGuardStatements(
  pageId: string,
  entries: readonly ImportStepEntry[],
  { versionOf }: Pick<ImportStepFacts, "versionOf">,
): SqlStatement[] {
  return movedNouns.flatMap((noun) => {
    const things = entries.flatMap((entry) => {
      const version = versionOf(noun, entry.ourId);
      if (entry.planned.noun !== noun || version === undefined || !isAboutKnown(entry)) return [];
      return [{ id: entry.ourId, version }];
    });
    return guardsOfNoun(noun, pageId, things);
  });
}
