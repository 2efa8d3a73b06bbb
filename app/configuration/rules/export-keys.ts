import type { ConfiguredNounName, PresentPage, PresentThing } from "./configuration-types";
import { nounInFileByName, nounsOfThings } from "./configured-nouns";
import { isConfigurationKey } from "./key-text";

const maxSlugChars = 60;

/** Returns a name in the letters of a key; empty for a name in other letters. */
const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .slice(0, maxSlugChars)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join("-");

/** Returns the text of which the key of a thing is made. */
function nameForKey(thing: PresentThing, keyOf: (id: string) => string | undefined): string {
  const { noun, values } = thing;
  const named = (value: unknown) => keyOf(String(value)) ?? "";
  if (noun === "member") return String(values.email ?? "").split("@")[0] ?? "";
  if (noun === "mute") return values.subject === "page" ? "page" : named(values.subject);
  if (noun === "rule") return `${named(values.source)} ${values.catch_all === true ? "others" : "rule"}`;
  return String(values.name ?? "");
}

/** Returns the keys by which files know it: that of this file first. */
function keptKeys({ keys }: PresentThing, fileName: string): [own: string[], others: string[]] {
  const others = Object.entries(keys).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const [own] = [keys[fileName]];
  return [own === undefined ? [] : [own], others.map(([, key]) => key)];
}

const oldestFirst = (one: PresentThing, other: PresentThing) =>
  Number(one.values.position ?? 0) - Number(other.values.position ?? 0) || (one.id < other.id ? -1 : 1);

/** Keys of a page's things, by noun and id. */
export type ExportKeys = ReadonlyMap<ConfiguredNounName, ReadonlyMap<string, string>>;

/** Hands out the keys of one noun, each once. */
class KeyGiver {
  readonly keys = new Map<string, string>();
  private readonly taken = new Set<string>();

  /** Gives a thing without a key the first of these that is free. */
  give(id: string, wanted: readonly string[]) {
    const free = this.keys.has(id) ? undefined : wanted.find((key) => isConfigurationKey(key) && !this.taken.has(key));
    if (free === undefined) return;
    this.keys.set(id, free);
    this.taken.add(free);
  }

  /** Gives a thing without a key this one, or this one with a number. */
  giveNumbered(id: string, base: string) {
    let key = base;
    for (let number = 2; this.taken.has(key); number++) key = `${base}-${number}`;
    this.give(id, [key]);
  }
}

/** Gives each thing its key: the one that was kept, else one of its name; unique within its noun. */
export function exportKeysOf(page: PresentPage, fileName: string): ExportKeys {
  const all = new Map<string, string>();
  const byNoun = nounsOfThings.map((noun): [ConfiguredNounName, ReadonlyMap<string, string>] => {
    const things = page.things.filter((thing) => thing.noun === noun).toSorted(oldestFirst);
    const giver = new KeyGiver();
    for (const rank of [0, 1] as const)
      for (const thing of things) giver.give(thing.id, keptKeys(thing, fileName)[rank]);
    for (const thing of things)
      giver.giveNumbered(thing.id, slugOf(nameForKey(thing, (id) => all.get(id))) || nounInFileByName[noun].called);
    for (const [id, key] of giver.keys) if (noun !== "mute") all.set(id, key);
    return [noun, giver.keys];
  });
  return new Map(byNoun);
}
