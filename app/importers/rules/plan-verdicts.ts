import { type ForeignIdRow, thingKey } from "./foreign-ids";
import type { HereThing } from "./import-facts";
import type { MoveThing, ThingReference } from "./move-things";
import { nameKey, type PlanProgress } from "./plan-progress";
import type { PlannedThing, PlanReasonCode } from "./planned-thing";
import { thingArrival } from "./thing-arrival";

/** Nouns whose names a page shows in one list, so that two of one name have to be meant. */
const namedNouns = new Set<string>(["group", "component", "monitor", "heartbeat", "template"]);

/** Nouns that say something about their components, and nothing without them. */
const dependentNouns = new Set<string>(["incident", "maintenance", "subscriber"]);

/** Verdict on a thing, as far as one rule says. */
export type ThingVerdict = Pick<PlannedThing, "verdict"> & Partial<Pick<PlannedThing, "ourId" | "reasons" | "arrival">>;

const leftOutFor = (code: PlanReasonCode, names?: readonly string[]): ThingVerdict => ({
  verdict: "left_out",
  reasons: [names ? { code, names } : { code }],
});

/** Returns left out if a person unticked the thing, or its noun; null = it is ticked. */
export function untickedVerdict(given: MoveThing, { facts: { choices } }: PlanProgress): ThingVerdict | null {
  const isUnticked = choices.untickedNouns.has(given.noun) || choices.untickedThings.has(thingKey(given));
  return isUnticked ? leftOutFor("unticked") : null;
}

/** Compares a known thing with what came; what a person edited or deleted here stays so. */
export function knownVerdict(row: ForeignIdRow, hash: string, progress: PlanProgress): ThingVerdict {
  const { ourId } = row;
  if (row.hash === hash) return { verdict: "same", ourId };
  const keep = (code: PlanReasonCode): ThingVerdict => ({ verdict: "keep", ourId, reasons: [{ code }] });
  const here = progress.hereById.get(`${row.kind}:${ourId}`);
  if (!here) return keep("deleted_here");
  if (row.version === null) return keep("was_here_before");
  return here.version === row.version ? { verdict: "change", ourId } : keep("edited_here");
}

/** The page itself is always here: its settings come while nobody has edited them. */
export function pageVerdict(given: MoveThing, progress: PlanProgress): ThingVerdict {
  const [page] = progress.facts.here.things.page;
  const ourId = page?.id ?? null;
  if (!progress.facts.here.isPageFresh) return { verdict: "keep", ourId, reasons: [{ code: "edited_here" }] };
  return { verdict: "change", ourId, ...thingArrival(given, progress.facts, progress.room) };
}

/** Returns what a thing lacks that it cannot come without; null = it can come. */
function lackVerdict(
  given: MoveThing,
  without: readonly ThingReference[],
  progress: PlanProgress,
): ThingVerdict | null {
  const lacksAll = without.length > 0 && without.length === given.references.length;
  if (!dependentNouns.has(given.noun) || !lacksAll) return null;
  const names = without.flatMap((each) => progress.leftOut.get(thingKey(each)) ?? []);
  // A subscriber of components that are not here must not become one of the whole page.
  return names.length > 0 || given.noun === "subscriber" ? leftOutFor("needs", names) : null;
}

/** Returns why a monitor or heartbeat cannot be made here; null = it can. */
function checkLackVerdict(given: MoveThing, { room, pingKeys }: PlanProgress): ThingVerdict | null {
  if (given.noun === "monitor" && given.thing.kind === null) return leftOutFor("no_check_here");
  if (given.noun === "monitor" && room.monitors <= 0) return leftOutFor("too_many_monitors");
  if (given.noun !== "heartbeat" || given.thing.pingKey === null) return null;
  if (pingKeys.has(given.thing.pingKey)) return leftOutFor("ping_key_taken");
  pingKeys.add(given.thing.pingKey);
  return null;
}

function joinVerdict(free: HereThing | undefined, noun: string, { joined }: PlanProgress): ThingVerdict {
  if (!free) return { verdict: "conflict", reasons: [{ code: "joined_already" }] };
  joined.add(`${noun}:${free.id}`);
  return { verdict: "join", ourId: free.id, reasons: [{ code: "was_here_before" }] };
}

/** Returns what becomes of a thing whose name is here already, as a person chose; null = it is made. */
function nameVerdict(given: MoveThing, progress: PlanProgress): ThingVerdict | null {
  const choice = progress.facts.choices.conflicts.get(thingKey(given));
  if (choice === "skip") return leftOutFor("skipped");
  const alike = namedNouns.has(given.noun) ? progress.strangersByName.get(nameKey(given.noun, given.name)) : undefined;
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
  progress: PlanProgress,
): ThingVerdict =>
  lackVerdict(given, without, progress) ??
  nameVerdict(given, progress) ??
  checkLackVerdict(given, progress) ?? {
    verdict: "make",
    ...thingArrival(given, progress.facts, progress.room),
  };
