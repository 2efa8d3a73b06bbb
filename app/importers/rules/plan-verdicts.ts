import { type ForeignIdRow, moveThingKey } from "./foreign-ids";
import type { ExistingThing } from "./import-facts";
import { importedSeriesTimes } from "./imported-series";
import type { MoveThing, ThingReference } from "./move-things";
import type { MovedNoun } from "./moved-nouns";
import { type ImportPlanProgress, importedNameKey } from "./plan-progress";
import type { ImportPlanReasonCode, PlannedImportThing } from "./planned-thing";
import { importedThingArrival } from "./thing-arrival";

/** Nouns whose names a page shows in one list, so that two of one name have to be meant. */
const namedNouns = new Set<string>(["group", "component", "monitor", "heartbeat", "template", "channel"]);

/** Nouns that say something about their components, and nothing without them. */
const dependentNouns = new Set<string>(["incident", "maintenance", "maintenance_series", "subscriber"]);

/** Verdict on a thing, as far as one rule says. */
export type ThingVerdict = Pick<PlannedImportThing, "verdict"> &
  Partial<Pick<PlannedImportThing, "ourId" | "reasons" | "arrival">>;

const leftOutFor = (code: ImportPlanReasonCode, names?: readonly string[]): ThingVerdict => ({
  verdict: "left_out",
  reasons: [names ? { code, names } : { code }],
});

/** Returns left out if a person unticked the thing, or its noun; null = it is ticked. */
export function untickedThingVerdict(
  given: MoveThing,
  { facts: { choices } }: ImportPlanProgress,
): ThingVerdict | null {
  const isUnticked = choices.untickedNouns.has(given.noun) || choices.untickedThings.has(moveThingKey(given));
  return isUnticked ? leftOutFor("unticked") : null;
}

/** Returns why this deployment has no place for the thing as it came; null = it has one. */
function unfitReason(given: MoveThing, { facts: { abilities } }: ImportPlanProgress): ImportPlanReasonCode | null {
  switch (given.noun) {
    case "monitor":
      if (given.thing.kind === null) return "no_check_here";
      return abilities.checksPerHourOf(given.thing) === null ? "settings_refused" : null;
    case "heartbeat":
      return abilities.isHeartbeatPossible(given.thing) ? null : "settings_refused";
    case "subscriber":
      return abilities.isSubscriberReachable(given.thing) ? null : "no_way_here";
    case "maintenance_series":
      // Occurrences overlap alike in every zone, but for an hour.
      return importedSeriesTimes(given.thing, "Etc/UTC") ? null : "settings_refused";
    case "channel":
      return abilities.isChannelPossible(given.thing) ? null : "settings_refused";
    default:
      return null;
  }
}

/** Compares a known thing with what came; what a person edited or deleted here stays so. */
export function knownThingVerdict(
  given: MoveThing,
  row: ForeignIdRow,
  hash: string,
  progress: ImportPlanProgress,
): ThingVerdict {
  const { ourId } = row;
  if (row.hash === hash) return { verdict: "same", ourId };
  const keep = (code: ImportPlanReasonCode): ThingVerdict => ({ verdict: "keep", ourId, reasons: [{ code }] });
  const here = progress.hereById.get(`${row.kind}:${ourId}`);
  if (!here) return keep("deleted_here");
  if (row.version === null) return keep("was_here_before");
  if (here.version !== row.version) return keep("edited_here");
  const unfit = unfitReason(given, progress);
  return unfit ? keep(unfit) : { verdict: "change", ourId };
}

/** The page itself is always here: its settings come while nobody has edited them. */
export function pageThingVerdict(given: MoveThing, progress: ImportPlanProgress): ThingVerdict {
  const [page] = progress.facts.here.things.page;
  const ourId = page?.id ?? null;
  if (!progress.facts.here.isPageFresh) return { verdict: "keep", ourId, reasons: [{ code: "edited_here" }] };
  return { verdict: "change", ourId, ...importedThingArrival(given, progress.facts, progress.room) };
}

/** Returns what a thing lacks that it cannot come without; null = it can come. */
function lackVerdict(
  given: MoveThing,
  without: readonly ThingReference[],
  progress: ImportPlanProgress,
): ThingVerdict | null {
  const lacksAll = without.length > 0 && without.length === given.references.length;
  if (!dependentNouns.has(given.noun) || !lacksAll) return null;
  const names = without.flatMap((each) => progress.leftOut.get(moveThingKey(each)) ?? []);
  // A subscriber of components that are not here must not become one of the whole page.
  return names.length > 0 || given.noun === "subscriber" ? leftOutFor("needs", names) : null;
}

const fullPageCodes: Partial<Record<MovedNoun, ImportPlanReasonCode>> = {
  component: "too_many_components",
  template: "too_many_templates",
  maintenance_series: "too_many_series",
  channel: "too_many_channels",
};

/** Returns left out if the page has as many things of the noun as it takes. */
function fullPageVerdict({ noun }: MoveThing, { places }: ImportPlanProgress): ThingVerdict | null {
  const code = fullPageCodes[noun];
  return code && (places.get(noun) ?? 1) <= 0 ? leftOutFor(code) : null;
}

/** Returns why there is no room for a heartbeat, or takes some. */
function heartbeatLack(pingKey: string | null, progress: ImportPlanProgress): ImportPlanReasonCode | null {
  if (progress.heartbeatRoom <= 0) return "too_many_heartbeats";
  if (pingKey !== null && progress.pingKeys.has(pingKey)) return "ping_key_taken";
  if (pingKey !== null) progress.pingKeys.add(pingKey);
  progress.heartbeatRoom -= 1;
  return null;
}

/** Returns why a thing cannot be made here; null = it can. */
function roomLackVerdict(given: MoveThing, progress: ImportPlanProgress): ThingVerdict | null {
  const unfit = unfitReason(given, progress);
  if (unfit) return leftOutFor(unfit);
  if (given.noun === "monitor" && progress.room.monitors <= 0) return leftOutFor("too_many_monitors");
  const lack = given.noun === "heartbeat" ? heartbeatLack(given.thing.pingKey, progress) : null;
  return lack && leftOutFor(lack);
}

function joinVerdict(free: ExistingThing | undefined, noun: string, { joined }: ImportPlanProgress): ThingVerdict {
  if (!free) return { verdict: "conflict", reasons: [{ code: "joined_already" }] };
  joined.add(`${noun}:${free.id}`);
  return { verdict: "join", ourId: free.id, reasons: [{ code: "was_here_before" }] };
}

/** Returns what becomes of a thing whose name is here already, as a person chose; null = it is made. */
function nameVerdict(given: MoveThing, progress: ImportPlanProgress): ThingVerdict | null {
  const choice = progress.facts.choices.conflicts.get(moveThingKey(given));
  if (choice === "skip") return leftOutFor("skipped");
  const alike = namedNouns.has(given.noun)
    ? progress.strangersByName.get(importedNameKey(given.noun, given.name))
    : undefined;
  if (!alike) return null;
  const free = alike.find(({ id }) => !progress.joined.has(`${given.noun}:${id}`));
  switch (choice) {
    case "make_another":
      return null;
    case "join":
      return joinVerdict(free, given.noun, progress);
    default:
      return { verdict: "conflict", ourId: free?.id ?? null, reasons: [{ code: "name_here" }] };
  }
}

/** Returns what becomes of a thing that the origin's ids do not know yet. */
export const newThingVerdict = (
  given: MoveThing,
  without: readonly ThingReference[],
  progress: ImportPlanProgress,
): ThingVerdict =>
  lackVerdict(given, without, progress) ??
  nameVerdict(given, progress) ??
  fullPageVerdict(given, progress) ??
  roomLackVerdict(given, progress) ?? {
    verdict: "make",
    ...importedThingArrival(given, progress.facts, progress.room),
  };
