import { moveThingHash } from "~/importers/rules/content-hash";
import { type ForeignIdNoun, type ForeignIdRow, foreignIdRowsByKey, moveThingKey } from "~/importers/rules/foreign-ids";
import {
  emptyImportChoices,
  type ImportAbilities,
  type ImportChoices,
  type ImportFacts,
  type ImportPageFacts,
} from "~/importers/rules/import-facts";
import { type ImportPlan, openImportConflicts, planImport } from "~/importers/rules/import-plan";
import { planImportSteps } from "~/importers/rules/import-steps";
import { type ExistingThingReference, planImportUndo } from "~/importers/rules/import-undo";
import type { MoveDocument } from "~/importers/rules/move-document";
import { moveThings } from "~/importers/rules/move-things";
import { type MovedNoun, movedNouns } from "~/importers/rules/moved-nouns";
import type { PlannedImportThing } from "~/importers/rules/planned-thing";
import type { ImportCosts, ImportStepBounds, ImportStepEntry } from "~/importers/rules/step-costs";
import { importedIntervalMinutes, oldestIncidentStartMs } from "~/importers/rules/thing-arrival";
import { checksPerHour } from "~/plan/plan-budget";

/** A thing of a simulated page. */
export interface WorldThing {
  noun: MovedNoun;
  id: string;
  name: string;
  version: number;
  content: string;
  /** Numbers of the updates that were written. */
  updates: number[];
  names: ExistingThingReference[];
  isPaused: boolean;
}

/** A page in memory, on which imports are applied and undone. */
export interface ImportWorld {
  things: Record<string, WorldThing>;
  rows: Record<string, ForeignIdRow>;
  /** Ids of the imports that added them, by key. */
  subscribers: Record<string, string>;
  checksPerHour: number;
}

export const importCosts: ImportCosts = {
  statements: Object.fromEntries(
    movedNouns.map((noun) => [noun, noun === "incident" ? 3 : 1]),
  ) as ImportCosts["statements"],
  noteStatements: 1,
  noteRows: 1,
  rows: () => 1,
  rowsPerUpdate: 1,
};

export const worldThing = (noun: MovedNoun, id: string, name: string): WorldThing => ({
  noun,
  id,
  name,
  version: 1,
  content: "",
  updates: [],
  names: [],
  isPaused: false,
});

export const emptyImportWorld = (strangers: readonly WorldThing[] = [], checksPerHour = 100_000): ImportWorld => ({
  things: Object.fromEntries(
    [worldThing("page", "page", "Ours"), ...strangers].map((each) => [`${each.noun}:${each.id}`, each]),
  ),
  rows: {},
  subscribers: {},
  checksPerHour,
});

export function hereFactsOf(world: ImportWorld): ImportPageFacts {
  const all = Object.values(world.things);
  const running = all.filter(({ noun, isPaused }) => noun === "monitor" && !isPaused).length;
  return {
    things: Object.fromEntries(
      movedNouns.map((noun) => [noun, all.filter((each) => each.noun === noun)]),
    ) as unknown as ImportPageFacts["things"],
    isPageFresh: false,
    subscribers: new Set(Object.keys(world.subscribers)),
    pingKeys: new Set(),
    room: { checksPerHour: world.checksPerHour - running * 60, monitors: 1000 },
  };
}

/** A deployment that takes everything; a check is one call. */
export const everythingPossible: ImportAbilities = {
  checksPerHourOf: (monitor) => checksPerHour(importedIntervalMinutes(monitor)),
  isHeartbeatPossible: () => true,
  isSubscriberReachable: () => true,
  isChannelPossible: () => true,
};

export const importFactsOf = (
  world: ImportWorld,
  document: MoveDocument,
  choices: Partial<ImportChoices> = {},
): ImportFacts => ({
  document,
  here: hereFactsOf(world),
  foreignIds: Object.values(world.rows),
  choices: { ...emptyImportChoices, ...choices },
  abilities: everythingPossible,
  oldestIncidentMs: oldestIncidentStartMs(document),
  contentHashOf: (thing) => moveThingHash("key", thing),
});

/** Chooses another thing wherever a choice is still open. */
export function decidedImportFacts(facts: ImportFacts): ImportFacts {
  const open = openImportConflicts(planImport(facts));
  if (open.length === 0) return facts;
  const conflicts = new Map(facts.choices.conflicts);
  for (const each of open) conflicts.set(moveThingKey(each), "make_another");
  return decidedImportFacts({ ...facts, choices: { ...facts.choices, conflicts } });
}

export function importStepsOf(plan: ImportPlan, document: MoveDocument, bounds: ImportStepBounds, costs = importCosts) {
  const result = planImportSteps({ plan, document, bounds, costs, idOf: (noun, theirId) => `made/${noun}/${theirId}` });
  if (!result.ok) throw new Error("a conflict is open");
  return result.steps;
}

const contentOf = (document: MoveDocument, planned: ImportStepEntry["planned"]) =>
  JSON.stringify(moveThings(document).find((each) => moveThingKey(each) === moveThingKey(planned))?.thing);

/** Our ids of the things that a planned thing names and does not come without. */
function namesOf(
  world: ImportWorld,
  document: MoveDocument,
  planned: ImportStepEntry["planned"],
): ExistingThingReference[] {
  const known = foreignIdRowsByKey(Object.values(world.rows), document.origin);
  const thing = moveThings(document).find((each) => moveThingKey(each) === moveThingKey(planned));
  return (thing?.references ?? []).flatMap((each) => {
    const row = known.get(moveThingKey(each));
    return row && world.things[`${row.kind}:${row.ourId}`] ? [{ noun: row.kind, ourId: row.ourId }] : [];
  });
}

function noteEntry(world: ImportWorld, origin: string, importId: string, { action, planned, ourId }: ImportStepEntry) {
  if (planned.hash === null || planned.noun === "subscriber") return;
  const key = `${origin}/${moveThingKey(planned)}`;
  const former = world.rows[key];
  const version =
    action === "note" ? (former?.version ?? null) : (world.things[`${planned.noun}:${ourId}`]?.version ?? null);
  world.rows[key] = {
    origin,
    kind: planned.noun as ForeignIdNoun,
    theirId: planned.theirId,
    ourId,
    hash: planned.hash,
    version,
    importId: former?.importId ?? importId,
    isMade: former?.isMade ?? action === "make",
    changedByImportId: former && action === "change" ? importId : (former?.changedByImportId ?? null),
  };
}

/** Writes one entry; what is written twice is written once. */
export function applyStepEntry(
  world: ImportWorld,
  document: MoveDocument,
  importId: string,
  entry: ImportStepEntry,
): void {
  const { planned, ourId, action } = entry;
  if (planned.noun === "subscriber") world.subscribers[planned.theirId] ??= importId;
  else if (action !== "note") {
    const key = `${planned.noun}:${ourId}`;
    const former = world.things[key];
    const updates = new Set(former?.updates);
    for (let number = entry.updates.from; number < entry.updates.to; number++) updates.add(number);
    const isRaised = action === "change" && entry.isLast && former?.content !== contentOf(document, planned);
    world.things[key] = {
      noun: planned.noun,
      id: ourId,
      name: planned.name,
      version: (former?.version ?? 1) + (isRaised ? 1 : 0),
      content: entry.isLast ? (contentOf(document, planned) ?? "") : (former?.content ?? ""),
      updates: [...updates].sort((one, other) => one - other),
      names: namesOf(world, document, planned),
      isPaused: action === "make" ? planned.arrival.isPaused : (former?.isPaused ?? false),
    };
  }
  if (entry.isLast) noteEntry(world, document.origin, importId, entry);
}

/** Applies a plan to a copy of the world. */
export function worldAfterImport(
  world: ImportWorld,
  facts: ImportFacts,
  importId = "first",
  bounds: ImportStepBounds = { statements: 30, rows: 100 },
): ImportWorld {
  const after = structuredClone(world);
  for (const { entries } of importStepsOf(planImport(facts), facts.document, bounds))
    for (const entry of entries) applyStepEntry(after, facts.document, importId, entry);
  return after;
}

const isNamedBy = ({ names }: WorldThing, { noun, id }: WorldThing) =>
  names.some((each) => each.noun === noun && each.ourId === id);

export function undoOf(world: ImportWorld, importId: string) {
  const all = Object.values(world.things);
  return planImportUndo({
    importId,
    foreignIds: Object.values(world.rows),
    here: all.map((each) => ({
      ...each,
      namedBy: all.filter((other) => isNamedBy(other, each)).map(({ noun, id }) => ({ noun, ourId: id })),
    })),
    subscribers: Object.entries(world.subscribers)
      .filter(([, by]) => by === importId)
      .map(([address]) => ({ id: address, address, hasChangedSince: false })),
  });
}

/** Undoes an import on a copy of the world. */
export function worldAfterUndo(world: ImportWorld, importId = "first"): ImportWorld {
  const after = structuredClone(world);
  const { takenBack, forgotten } = undoOf(world, importId);
  for (const { noun, ourId } of takenBack) {
    if (noun === "subscriber") delete after.subscribers[ourId];
    else delete after.things[`${noun}:${ourId}`];
  }
  for (const row of forgotten)
    delete after.rows[`${row.origin}/${moveThingKey({ noun: row.kind, theirId: row.theirId })}`];
  return after;
}

/** Returns each planned thing in a line: its key, verdict and reasons. */
export const verdictsOf = (things: readonly PlannedImportThing[]): string[] =>
  things.map((planned) =>
    [moveThingKey(planned), planned.verdict, ...planned.reasons.map(({ code }) => code)].join(" "),
  );
