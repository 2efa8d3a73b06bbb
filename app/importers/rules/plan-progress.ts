import { maxComponents } from "~/components/rules/limits";
import { maxHeartbeats } from "~/heartbeats/rules/limits";
import { maxTemplates } from "~/templates/rules/template";
import { type ForeignIdRow, foreignIdRowsByKey, moveThingKey } from "./foreign-ids";
import type { ExistingThing, ImportFacts, ImportMonitorCapacity } from "./import-facts";
import { maxMaintenanceSeries } from "./imported-series";
import type { MovedNoun } from "./moved-nouns";
import type { PlannedImportThing } from "./planned-thing";

/** Most channels of a page to which an import adds. */
const maxImportedChannels = 100;

/** Indexes of the facts of an import, and what the things so far have taken. */
export interface ImportPlanProgress {
  facts: ImportFacts;
  known: Map<string, ForeignIdRow>;
  hereById: Map<string, ExistingThing>;
  /** Things that the origin does not know, by their names: only they can be joined. */
  strangersByName: Map<string, ExistingThing[]>;
  /** Our ids that things of this plan join. */
  joined: Set<string>;
  /** Things that later ones can name. */
  resolved: Set<string>;
  /** Names of the things that do not come. */
  leftOut: Map<string, string>;
  pingKeys: Set<string>;
  room: ImportMonitorCapacity;
  /** Heartbeats that the page has room for. */
  heartbeatRoom: number;
  /** Number of further things of a noun that the page takes; nouns without a limit are absent. */
  places: Map<MovedNoun, number>;
}

/** Returns the key under which a page's list holds a name. */
export const importedNameKey = (noun: string, name: string): string => `${noun}:${name.trim().toLowerCase()}`;

export function beginImportPlanProgress(facts: ImportFacts): ImportPlanProgress {
  const known = foreignIdRowsByKey(facts.foreignIds, facts.document.origin);
  const knownHere = new Set([...known.values()].map(({ kind, ourId }) => `${kind}:${ourId}`));
  const hereById = new Map<string, ExistingThing>();
  const strangersByName = new Map<string, ExistingThing[]>();
  for (const [noun, things] of Object.entries(facts.here.things)) {
    for (const each of things) {
      hereById.set(`${noun}:${each.id}`, each);
      if (knownHere.has(`${noun}:${each.id}`)) continue;
      const key = importedNameKey(noun, each.name);
      const alike = strangersByName.get(key);
      if (alike) alike.push(each);
      else strangersByName.set(key, [each]);
    }
  }
  return {
    facts,
    known,
    hereById,
    strangersByName,
    joined: new Set(),
    resolved: new Set(known.keys()),
    leftOut: new Map(),
    pingKeys: new Set(facts.here.pingKeys),
    room: { ...facts.here.room },
    heartbeatRoom: maxHeartbeats - facts.here.things.heartbeat.length,
    places: new Map([
      ["component", maxComponents - facts.here.things.component.length],
      ["template", maxTemplates - facts.here.things.template.length],
      ["maintenance_series", maxMaintenanceSeries - facts.here.things.maintenance_series.length],
      ["channel", maxImportedChannels - facts.here.things.channel.length],
    ]),
  };
}

/** Notes what became of a thing, for those that name it, and the place that it takes; of a thing that came twice the first counts. */
export function recordPlannedThing(planned: PlannedImportThing, progress: ImportPlanProgress): void {
  const key = moveThingKey(planned);
  const places = progress.places.get(planned.noun);
  if (planned.verdict === "make" && places !== undefined) progress.places.set(planned.noun, places - 1);
  if (planned.verdict !== "left_out") progress.resolved.add(key);
  else if (!progress.resolved.has(key) && !progress.leftOut.has(key)) progress.leftOut.set(key, planned.name);
}
