import type {
  ConfiguredPage,
  ConfiguredThing,
  PlannedChange,
  PlannedField,
  PresentPage,
  PresentThing,
} from "./configuration-types";
import { nounInFileByName } from "./configured-nouns";
import { orderFieldName } from "./order-field";
import { type PageThings, placeholderIdOfNewThing } from "./page-things";

const orderedNouns = ["group", "component"] as const;
type OrderedNoun = (typeof orderedNouns)[number];

export const isOrderedNoun = (noun: string): noun is OrderedNoun => (orderedNouns as readonly string[]).includes(noun);

const groupOf = ({ values }: PresentThing): string => String(values.group ?? "");

/** Returns things as the page shows them: each component with its group, and those of none first. */
export function sortThingsInPageOrder(things: readonly PresentThing[]): PresentThing[] {
  const groups = ["", ...things.flatMap(({ noun, id }) => (noun === "group" ? [id] : []))];
  const places = new Map(groups.map((id, place) => [id, place]));
  const placeOf = (thing: PresentThing) => (thing.noun === "component" ? (places.get(groupOf(thing)) ?? 0) : 0);
  return things.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** True where an order can be said: two groups, or two components in one place. */
export function hasOrder(things: readonly PresentThing[]): boolean {
  const siblings = things.flatMap((each) =>
    isOrderedNoun(each.noun) ? [`${each.noun} ${each.noun === "component" ? groupOf(each) : ""}`] : [],
  );
  return new Set(siblings).size < siblings.length;
}

const referenceOf = (noun: OrderedNoun, key: string): string => `${nounInFileByName[noun].plural}/${key}`;

/** Returns the order of a file: references to its groups, and then to its components. */
export const fileOrderOfThings = (things: readonly ConfiguredThing[]): string[] =>
  orderedNouns.flatMap((noun) => things.flatMap((each) => (each.noun === noun ? [referenceOf(noun, each.key)] : [])));

/** Returns the places of the longest rising run: those that stay when all others are moved. */
function risingRun(places: readonly number[]): Set<number> {
  const runs: number[][] = [];
  for (const [index, place] of places.entries()) {
    const before = runs.slice(0, index).filter((_, other) => (places[other] ?? 0) < place);
    const longest = before.reduce<number[]>((best, run) => (run.length > best.length ? run : best), []);
    runs.push([...longest, place]);
  }
  return new Set(runs.reduce<number[]>((best, run) => (run.length > best.length ? run : best), []));
}

/** The order of one page in a file, beside what is here. */
class OrderComparison {
  private readonly described: ReadonlyMap<string, ConfiguredThing>;

  constructor(
    page: ConfiguredPage,
    private readonly present: PresentPage | null,
    private readonly known: PageThings,
    private readonly changes: readonly PlannedChange[],
  ) {
    this.described = new Map(page.things.map((each) => [this.idOf(each.noun, each.key) ?? "", each]));
  }

  private idOf(noun: ConfiguredThing["noun"], key: string): string | null {
    return this.known.lookupFor("page")([noun], key);
  }

  /** Returns the things of a noun as they will stand when all else is done: what is made comes last. */
  private idsThen(noun: OrderedNoun): string[] {
    const made = this.changes.filter((change) => change.noun === noun && change.action === "create");
    const here = (this.present?.things ?? []).filter((each) => each.noun === noun);
    return [...here.map(({ id }) => id), ...made.map(({ key }) => placeholderIdOfNewThing(noun, key))];
  }

  /** Returns the group in which a component will be; groups themselves are all siblings. */
  private groupThen(noun: OrderedNoun, id: string): string {
    if (noun === "group") return "";
    const named = this.described.get(id)?.values.group;
    if (typeof named === "string" && named !== "") return this.idOf("group", named) ?? "";
    if (named !== undefined) return "";
    const here = this.present?.things.find((each) => each.noun === noun && each.id === id);
    return String(here?.values.group ?? "");
  }

  /** Returns each thing that is to move, with its place among its siblings of the file. */
  private movesOf(noun: OrderedNoun, order: readonly string[]): PlannedField[] {
    const prefix = referenceOf(noun, "");
    const keys = order.flatMap((text) => (text.startsWith(prefix) ? [text.slice(prefix.length)] : []));
    const keyById = new Map(keys.map((key) => [this.idOf(noun, key) ?? "", key]));
    const groupOf = (id: string) => this.groupThen(noun, id);
    const then = Map.groupBy(
      this.idsThen(noun).filter((id) => keyById.has(id)),
      groupOf,
    );
    return [...Map.groupBy(keyById.keys(), groupOf)].flatMap(([group, wanted]) => {
      const current = then.get(group) ?? [];
      const siblings = wanted.filter((id) => current.includes(id));
      const places = siblings.map((id) => current.indexOf(id));
      const staying = risingRun(places);
      return siblings.flatMap((id, index) => {
        const place = places[index] ?? 0;
        if (staying.has(place)) return [];
        return [{ name: referenceOf(noun, keyById.get(id) ?? ""), before: place + 1, after: index + 1 }];
      });
    });
  }

  moves(order: readonly string[]): PlannedField[] {
    return orderedNouns.flatMap((noun) => this.movesOf(noun, order));
  }
}

/** Returns each thing that is to move; null = the file does not say the order. */
export function plannedMoves(
  page: ConfiguredPage,
  present: PresentPage | null,
  known: PageThings,
  changes: readonly PlannedChange[],
): PlannedField[] | null {
  const order = page.values[orderFieldName];
  if (!Array.isArray(order)) return null;
  return new OrderComparison(page, present, known, changes).moves(order.map(String));
}
