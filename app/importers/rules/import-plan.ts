import { formerStatuspageIdOf, moveThingArrivalHash, moveThingKey } from "./foreign-ids";
import type { ImportFacts } from "./import-facts";
import { type MoveThing, moveThings, type ThingReference } from "./move-things";
import { beginImportPlanProgress, type ImportPlanProgress, recordPlannedThing } from "./plan-progress";
import {
  knownThingVerdict,
  newThingVerdict,
  pageThingVerdict,
  type ThingVerdict,
  untickedThingVerdict,
} from "./plan-verdicts";
import { type ImportPlanReason, type PlannedImportThing, plainThingArrival } from "./planned-thing";

/** The work of an import, thing by thing, in the order in which it is written. */
export interface ImportPlan {
  origin: string;
  things: readonly PlannedImportThing[];
}

function subscriberVerdict(
  given: MoveThing,
  without: readonly ThingReference[],
  progress: ImportPlanProgress,
): ThingVerdict {
  if (progress.facts.here.subscribers.has(given.theirId)) return { verdict: "same" };
  return newThingVerdict(given, without, progress);
}

function verdictOf(given: MoveThing, hash: string, without: readonly ThingReference[], progress: ImportPlanProgress) {
  const unticked = untickedThingVerdict(given, progress);
  const row = progress.known.get(moveThingKey(given));
  if (unticked) return { ...unticked, ourId: row?.ourId ?? null };
  if (row) return knownThingVerdict(given, row, hash, progress);
  if (given.noun === "page") return pageThingVerdict(given, progress);
  if (given.noun === "subscriber") return subscriberVerdict(given, without, progress);
  return newThingVerdict(given, without, progress);
}

/** A thing that comes without another says so, if that one was left out here. */
function lacksReason(
  { verdict }: ThingVerdict,
  without: readonly ThingReference[],
  { leftOut }: ImportPlanProgress,
): ImportPlanReason[] {
  const names = without.flatMap((each) => leftOut.get(moveThingKey(each)) ?? []);
  return names.length > 0 && (verdict === "make" || verdict === "change") ? [{ code: "without", names }] : [];
}

/** Returns how many reminders come with maintenance that lies ahead. */
function remindersOf(given: MoveThing): Pick<PlannedImportThing, "reminders"> {
  if (given.noun !== "maintenance" || given.thing.state !== "scheduled") return {};
  const { dayBefore = false, hourBefore = false } = given.thing.notices ?? {};
  const reminders = Number(dayBefore) + Number(hourBefore);
  return reminders > 0 ? { reminders } : {};
}

/** Returns whether its id at Statuspage is to be known too; an import from there has that id as its own. */
const formerPlaceOf = (given: MoveThing, origin: string): Pick<PlannedImportThing, "wasAtStatuspage"> =>
  formerStatuspageIdOf(given, origin) === null ? {} : { wasAtStatuspage: true };

function plannedThing(given: MoveThing, progress: ImportPlanProgress): PlannedImportThing {
  const without = given.references.filter((each) => !progress.resolved.has(moveThingKey(each)));
  const hash = given.noun === "subscriber" ? null : moveThingArrivalHash(progress.facts.contentHashOf(given), without);
  const verdict = verdictOf(given, hash ?? "", without, progress);
  return {
    noun: given.noun,
    theirId: given.theirId,
    name: given.name,
    verdict: verdict.verdict,
    ourId: verdict.ourId ?? null,
    hash: verdict.verdict === "left_out" ? null : hash,
    reasons: [...(verdict.reasons ?? []), ...lacksReason(verdict, without, progress)],
    without,
    ...remindersOf(given),
    ...formerPlaceOf(given, progress.facts.document.origin),
    arrival: verdict.arrival ?? plainThingArrival,
  };
}

const thingTwice = ({ noun, theirId, name }: MoveThing): PlannedImportThing => ({
  noun,
  theirId,
  name,
  verdict: "left_out",
  ourId: null,
  hash: null,
  reasons: [{ code: "twice" }],
  without: [],
  arrival: plainThingArrival,
});

/**
 * Plans an import. Things are known by the origin's ids and never by their titles; what the origin sends twice under
 * one id counts once.
 */
export const planImport = (facts: ImportFacts): ImportPlan => planImportPart(facts, []);

/**
 * Plans a part of a document, when `earlier` parts are planned, so that thousands of incidents and subscribers never
 * have to be in memory together. Other nouns are each within one part: their names and room are counted there.
 */
export function planImportPart(facts: ImportFacts, earlier: readonly PlannedImportThing[]): ImportPlan {
  const progress = beginImportPlanProgress(facts);
  for (const planned of earlier) recordPlannedThing(planned, progress);
  const met = new Set(earlier.map(moveThingKey));
  const things = moveThings(facts.document).map((given) => {
    if (met.has(moveThingKey(given))) return thingTwice(given);
    met.add(moveThingKey(given));
    const planned = plannedThing(given, progress);
    recordPlannedThing(planned, progress);
    return planned;
  });
  return { origin: facts.document.origin, things };
}

/** Returns the things for which a person has to choose before the plan can be applied. */
export const openImportConflicts = ({ things }: ImportPlan): PlannedImportThing[] =>
  things.filter(({ verdict }) => verdict === "conflict");
