import type {
  ConfiguredNounName,
  ConfiguredPage,
  ConfiguredThing,
  ConfiguredValue,
  PresentThing,
} from "./configuration-types";
import { type DescribedNoun, nounInFileByName, nounOfPlural } from "./configured-nouns";
import { configuredReferencesByNoun, type ReferenceLookup } from "./configured-references";
import { isValueObject } from "./configured-values";
import { parseReference } from "./key-text";
import { suggestionText } from "./suggestion";

const newPrefix = "new:";
const wholePage = "page";

/** Stands for the id of a thing that the file is to make. */
export const placeholderIdOfNewThing = (noun: ConfiguredNounName, key: string): string => `${newPrefix}${noun}/${key}`;

type ThingRow = Pick<PresentThing, "noun" | "id">;

/** A mute has the id of what it mutes. */
const rowOf = ({ noun, id }: ThingRow): string => `${noun} ${id}`;

type KeysByNoun = Map<ConfiguredNounName, Map<string, string>>;

function keep(keys: KeysByNoun, noun: ConfiguredNounName, key: string, id: string) {
  const ofNoun = keys.get(noun) ?? new Map<string, string>();
  if (!ofNoun.has(key)) ofNoun.set(key, id);
  keys.set(noun, ofNoun);
}

/** The things of a page by key and by id: those of the file, those that it knew, and all others. */
export class PageThings {
  /** Ids by the keys of this file; one that is still to be found has none yet. */
  private readonly own: KeysByNoun = new Map();
  /** Ids by keys of this file that it no longer describes, and of other files. */
  private readonly others: KeysByNoun = new Map();
  private readonly byId: ReadonlyMap<string, PresentThing>;
  private readonly keysById = new Map<string, string>();
  private readonly claimed = new Set<string>();
  private readonly ambiguous = new Set<string>();
  private readonly removed = new Set<string>();

  constructor(page: ConfiguredPage, present: readonly PresentThing[], fileName: string, prune: boolean) {
    this.byId = new Map(present.flatMap((each) => (each.noun === "mute" ? [] : [[each.id, each]])));
    const described = new Set(page.things.flatMap(({ noun, key, was }) => [`${noun}/${key}`, `${noun}/${was ?? key}`]));
    for (const each of present) {
      const key = each.keys[fileName];
      const isGone = key !== undefined && !described.has(`${each.noun}/${key}`);
      if (prune && isGone && each.madeBy === fileName) this.removed.add(rowOf(each));
      for (const known of [key, ...Object.values(each.keys)]) {
        if (known !== undefined && !this.removed.has(rowOf(each))) keep(this.others, each.noun, known, each.id);
      }
      const [first] = [key, ...Object.values(each.keys)].filter((known) => known !== undefined);
      if (first !== undefined && each.noun !== "mute") this.keysById.set(each.id, first);
    }
  }

  claim({ noun, key }: ConfiguredThing, present: PresentThing | null) {
    const id = present?.id ?? placeholderIdOfNewThing(noun, key);
    keep(this.own, noun, key, id);
    if (noun !== "mute") this.keysById.set(id, key);
    if (present) this.claimed.add(rowOf(present));
  }

  isClaimed(row: ThingRow): boolean {
    return this.claimed.has(rowOf(row));
  }

  private find(noun: ConfiguredNounName, key: string): string | undefined {
    const known = this.own.get(noun)?.get(key) ?? this.others.get(noun)?.get(key);
    return known ?? (this.byId.get(key)?.noun === noun && !this.removed.has(`${noun} ${key}`) ? key : undefined);
  }

  /** Returns the lookup of ids for the references of a noun. */
  lookupFor(noun: DescribedNoun): ReferenceLookup {
    return (nouns, text) => {
      if (noun === "mute" && text === wholePage) return wholePage;
      const { plural, key } = parseReference(text);
      const wanted = plural === null ? nouns : nouns.filter((each) => each === nounOfPlural(plural));
      const found = new Set(wanted.flatMap((each) => this.find(each, key) ?? []));
      if (found.size > 1) this.ambiguous.add(text);
      return found.size === 1 ? ([...found][0] ?? null) : null;
    };
  }

  /** Returns why a reference has no id. */
  missingText(nouns: readonly ConfiguredNounName[], text: string): string {
    if (this.ambiguous.has(text)) {
      const places = nouns.flatMap((noun) =>
        this.find(noun, text) ? [`${nounInFileByName[noun].plural}/${text}`] : [],
      );
      return `“${text}” may be one of several things. Write ${places.join(" or ")}.`;
    }
    const names = nouns.map((noun) => nounInFileByName[noun].called).join(", ");
    const keys = nouns.flatMap((noun) => [this.own, this.others].flatMap((all) => [...(all.get(noun)?.keys() ?? [])]));
    return `There is no ${names} “${text}” on this page.${suggestionText(text, keys)}`;
  }

  /** Returns the name of a thing for people and files: its key, or its name here, or its id. */
  private nameOf(id: string): string {
    const name = this.byId.get(id)?.values.name;
    return this.keysById.get(id) ?? (typeof name === "string" ? name : id);
  }

  /** Returns a value of what is here with keys instead of ids. */
  shownReferences(noun: DescribedNoun, field: string, value: ConfiguredValue | undefined): ConfiguredValue | undefined {
    if (!configuredReferencesByNoun[noun][field] || value === undefined || value === null) return value;
    if (typeof value === "string") return value === wholePage ? value : this.nameOf(value);
    if (Array.isArray(value)) return value.map((id) => this.nameOf(String(id)));
    if (!isValueObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([id, status]) => [this.nameOf(id), status]));
  }

  /** Returns a value of what is here without things that no longer are, such as archived components. */
  withoutLost(noun: DescribedNoun, field: string, value: ConfiguredValue | undefined): ConfiguredValue | undefined {
    const form = configuredReferencesByNoun[noun][field]?.form;
    if (form === "several" && Array.isArray(value)) return value.filter((id) => this.byId.has(String(id)));
    if (form !== "statuses" || !isValueObject(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([id]) => this.byId.has(id)));
  }
}

/** Returns the things that are still to be made and that this value names. */
export function placeholderIdsIn(value: ConfiguredValue | undefined): string[] {
  if (typeof value === "string") return value.startsWith(newPrefix) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  const parts = Array.isArray(value) ? value : [...Object.keys(value), ...Object.values(value)];
  return parts.flatMap((part) => placeholderIdsIn(part as ConfiguredValue));
}
