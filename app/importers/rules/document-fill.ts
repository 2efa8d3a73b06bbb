import { fnvHash } from "~/text/short-hash";
import { moveThingKey } from "./foreign-ids";
import type { MoveDocument, MoveNote } from "./move-document";
import { emptyMoveDocument, type MoveDocumentPart } from "./move-document-parts";
import { subscriberKey } from "./move-things";
import type { MovedNoun } from "./moved-nouns";
import { oldestIncidentStartMs } from "./thing-arrival";

/** Facts of a document while its parts come in, kept with the job, so that reading continues after any step. */
export interface MoveDocumentFill {
  /** Short keys of the incidents and maintenance of each part, by its number; part 0 has none. */
  keys: readonly string[];
  /** Things of all parts. */
  things: number;
  oldestIncidentMs: number | null;
}

export const emptyMoveDocumentFill: MoveDocumentFill = { keys: [""], things: 0, oldestIncidentMs: null };

export interface MovePartByteLimits {
  /** Most bytes of JSON of a part. */
  whole: number;
  /** Bytes after which incidents, maintenance and subscribers begin a new part. */
  full: number;
}

export const movePartByteLimits: MovePartByteLimits = { whole: 700_000, full: 500_000 };

export type FilledMoveDocument =
  | { ok: true; changed: ReadonlyMap<number, MoveDocument>; fill: MoveDocumentFill }
  /** A part would be larger than a part may be. */
  | { ok: false; what: "things" | "one" };

const earlyLists = [
  "groups",
  "components",
  "monitors",
  "heartbeats",
  "templates",
  "maintenanceSeries",
  "channels",
] as const;

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

interface LaterThing {
  list: "incidents" | "maintenances" | "subscribers";
  key: string;
  thing: object;
}

const laterThings = ({ incidents = [], maintenances = [], subscribers = [] }: MoveDocumentPart): LaterThing[] => [
  ...incidents.map((thing) => ({
    list: "incidents" as const,
    key: moveThingKey({ noun: "incident", theirId: thing.id }),
    thing,
  })),
  ...maintenances.map((thing) => ({
    list: "maintenances" as const,
    key: moveThingKey({ noun: "maintenance", theirId: thing.id }),
    thing,
  })),
  ...subscribers.map((thing) => ({
    list: "subscribers" as const,
    key: moveThingKey({ noun: "subscriber", theirId: subscriberKey(thing) }),
    thing,
  })),
];

/** Most things of a document, and most incidents and maintenance of it: their keys are in the job's row. */
const mostThings = 200_000;
const mostKeys = 50_000;

/** True for more than any page has, as of an origin whose lists have no end. */
export const isMoveDocumentTooLarge = ({ keys, things }: MoveDocumentFill): boolean =>
  things > mostThings || keys.reduce((sum, own) => sum + own.length, 0) > mostKeys * shortKeyChars;

/** Digits of a short key. One that two things share only opens a part in vain. */
const shortKeyChars = 7;

const shortKey = (key: string): string => fnvHash(key).toString(36).padStart(shortKeyChars, "0");

const shortKeysIn = (keys: string): Set<string> =>
  new Set(
    Array.from({ length: keys.length / shortKeyChars }, (_, at) =>
      keys.slice(at * shortKeyChars, (at + 1) * shortKeyChars),
    ),
  );

const laterNouns: readonly (MovedNoun | "other")[] = ["incident", "maintenance", "subscriber"];

/** Returns the key of the thing that a note is about, if that is in a later part; null = the note is in part 0. */
const laterKeyOf = ({ noun, id }: MoveNote): string | null =>
  id !== null && laterNouns.includes(noun) ? moveThingKey({ noun: noun as MovedNoun, theirId: id }) : null;

/** Returns the numbers of the parts that have to be opened before a further part can be added. */
export function movePartsToOpen({ keys }: MoveDocumentFill, incoming: MoveDocumentPart): number[] {
  const things = laterThings(incoming);
  const notes = incoming.notes ?? [];
  const met = new Set(
    [...things.map(({ key }) => key), ...notes.flatMap((each) => laterKeyOf(each) ?? [])].map(shortKey),
  );
  const hasEarly = Boolean(incoming.page) || earlyLists.some((list) => (incoming[list] ?? []).length > 0);
  const last = keys.length - 1;
  return keys.flatMap((own, number) => {
    if (number === 0) return hasEarly || notes.length > 0 ? [0] : [];
    if (number === last && met.size > 0) return [number];
    return [...shortKeysIn(own)].some((each) => met.has(each)) ? [number] : [];
  });
}

function mergedById<Thing extends { id: string }>(list: readonly Thing[], more: readonly Thing[] = []): Thing[] {
  const merged = new Map(list.map((each) => [each.id, each]));
  for (const each of more) merged.set(each.id, each);
  return [...merged.values()];
}

function mergedNotes(notes: readonly MoveNote[], more: readonly MoveNote[]): MoveNote[] {
  const merged = new Map(notes.map((each) => [JSON.stringify(each), each]));
  for (const each of more) merged.set(JSON.stringify(each), each);
  return [...merged.values()];
}

const countOf = (part: MoveDocumentPart): number =>
  (part.page ? 1 : 0) + laterThings(part).length + earlyLists.reduce((sum, list) => sum + (part[list] ?? []).length, 0);

const firstPartWith = (first: MoveDocument, incoming: MoveDocumentPart): MoveDocument => ({
  ...first,
  page: first.page ?? incoming.page ?? null,
  groups: mergedById(first.groups, incoming.groups),
  components: mergedById(first.components, incoming.components),
  monitors: mergedById(first.monitors, incoming.monitors),
  heartbeats: mergedById(first.heartbeats, incoming.heartbeats),
  templates: mergedById(first.templates, incoming.templates),
  maintenanceSeries: mergedById(first.maintenanceSeries ?? [], incoming.maintenanceSeries),
  channels: mergedById(first.channels ?? [], incoming.channels),
  notes: mergedNotes(
    first.notes,
    (incoming.notes ?? []).filter((each) => laterKeyOf(each) === null),
  ),
});

function bytesOfNotesByKey(notes: readonly MoveNote[] = []): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const each of notes) {
    const key = laterKeyOf(each);
    if (key !== null) sizes.set(key, (sizes.get(key) ?? 0) + bytesOf(each) + 1);
  }
  return sizes;
}

/** Parts from number 1 on, to which things are added: an empty place is taken by the last part that is not full. */
class LaterParts {
  readonly changed = new Map<number, MoveDocument>();
  readonly keys: string[];
  private readonly sizes = new Map<number, number>();
  private readonly places = new Map<string, { number: number; at: number }>();
  /** Keys of things that came again: what was noted about them before does not count. */
  private readonly replaced = new Set<string>();

  constructor(
    private readonly origin: string,
    private readonly opened: ReadonlyMap<number, MoveDocument>,
    fill: MoveDocumentFill,
    private readonly limits: MovePartByteLimits,
  ) {
    this.keys = [...fill.keys];
    for (const [number, part] of opened) {
      if (number === 0) continue;
      this.sizes.set(number, bytesOf(part));
      const counts = { incidents: 0, maintenances: 0, subscribers: 0 };
      for (const { key, list } of laterThings(part)) this.places.set(key, { number, at: counts[list]++ });
    }
  }

  /** Returns the part of this number, to be changed. */
  private part(number: number): MoveDocument {
    const known = this.changed.get(number);
    if (known) return known;
    const part = structuredClone(this.opened.get(number) ?? emptyMoveDocument(this.origin));
    this.changed.set(number, part);
    return part;
  }

  private grow(number: number, bytes: number): void {
    this.sizes.set(number, (this.sizes.get(number) ?? bytesOf(emptyMoveDocument(this.origin))) + bytes);
  }

  private numberWithRoom(bytes: number): number {
    const last = this.keys.length - 1;
    if (last > 0 && (this.sizes.get(last) ?? 0) + bytes <= this.limits.full) return last;
    this.keys.push("");
    return last + 1;
  }

  /** Adds a thing beside whose notes there is room; one that came before is replaced, as a list may move meanwhile. */
  add({ list, key, thing }: LaterThing, bytesOfNotes: number): void {
    const bytes = bytesOf(thing) + 1 + bytesOfNotes;
    const former = this.places.get(key);
    const number = former?.number ?? this.numberWithRoom(bytes);
    const things = this.part(number)[list] as object[];
    if (former) {
      this.grow(number, bytes - bytesOf(things[former.at]) - 1);
      things[former.at] = thing;
      this.replaced.add(key);
      return;
    }
    this.places.set(key, { number, at: things.length });
    things.push(thing);
    this.grow(number, bytes);
    if (list !== "subscribers") this.keys[number] += shortKey(key);
  }

  /** Returns the part of the thing that a note is about, as they are counted together; else the last one. */
  private numberOfNote(note: MoveNote): number {
    const place = this.places.get(laterKeyOf(note) ?? "");
    const last = this.keys.length - 1;
    return place?.number ?? (last > 0 ? last : this.numberWithRoom(0));
  }

  /** Adds notes when all things are there, each part's at once, as there may be thousands. */
  note(notes: readonly MoveNote[]): void {
    for (const part of this.changed.values())
      part.notes = part.notes.filter((each) => !this.replaced.has(laterKeyOf(each) ?? ""));
    const more = new Map<number, MoveNote[]>();
    for (const each of notes) {
      const number = this.numberOfNote(each);
      const own = more.get(number);
      if (own) own.push(each);
      else more.set(number, [each]);
    }
    for (const [number, own] of more) {
      const part = this.part(number);
      part.notes = mergedNotes(part.notes, own);
    }
  }
}

function filledFill(
  fill: MoveDocumentFill,
  keys: readonly string[],
  incoming: MoveDocumentPart,
  things: number,
): MoveDocumentFill {
  const oldest = oldestIncidentStartMs({ incidents: incoming.incidents ?? [] });
  const known = [fill.oldestIncidentMs, oldest].filter((each) => each !== null);
  return { keys, things: fill.things + things, oldestIncidentMs: known.length > 0 ? Math.min(...known) : null };
}

/**
 * Adds what one file or answer brought to a document of parts; `opened` are the stored parts that `movePartsToOpen` names.
 * Of things with one id the last counts, and of pages the first.
 */
export function fillMoveDocument(
  { origin, fill, opened }: { origin: string; fill: MoveDocumentFill; opened: ReadonlyMap<number, MoveDocument> },
  incoming: MoveDocumentPart,
  limits: MovePartByteLimits = movePartByteLimits,
): FilledMoveDocument {
  const later = new LaterParts(origin, opened, fill, limits);
  const notesSizes = bytesOfNotesByKey(incoming.notes);
  for (const each of laterThings(incoming)) later.add(each, notesSizes.get(each.key) ?? 0);
  later.note((incoming.notes ?? []).filter((each) => laterKeyOf(each) !== null));
  const changed = new Map(later.changed);
  const needsFirst = movePartsToOpen(fill, incoming).includes(0) || (!opened.has(0) && fill.things === 0);
  if (needsFirst) changed.set(0, firstPartWith(opened.get(0) ?? emptyMoveDocument(origin), incoming));
  let things = 0;
  for (const [number, part] of changed) {
    things += countOf(part) - countOf(opened.get(number) ?? {});
    if (bytesOf(part) > limits.whole) return { ok: false, what: number === 0 ? "things" : "one" };
  }
  return { ok: true, changed, fill: filledFill(fill, later.keys, incoming, things) };
}
