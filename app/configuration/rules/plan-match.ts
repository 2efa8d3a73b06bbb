import type {
  ConfigurationError,
  ConfiguredNounName,
  ConfiguredPage,
  ConfiguredThing,
  ConfiguredValues,
  PresentPage,
  PresentThing,
} from "./configuration-types";
import { nounInFileByName, nounsOfThings } from "./configured-nouns";
import { resolveReferences } from "./configured-references";
import { toComparableFieldValue } from "./configured-values";
import { PageThings } from "./page-things";

/** A thing of a file with what it is here; null = it is to be made. */
export interface MatchedThing {
  thing: ConfiguredThing;
  present: PresentThing | null;
  /** True when the file knew it under its former key. */
  isRenamed: boolean;
}

export interface MatchedPage {
  things: readonly MatchedThing[];
  errors: readonly ConfigurationError[];
  known: PageThings;
}

/** A rule has no name: it is the last one of its source, or the one that takes the same alerts. */
const ruleIdentity = ({ source, catch_all: isLast, match }: ConfiguredValues): string =>
  JSON.stringify([source ?? null, isLast === true ? "last" : (toComparableFieldValue("rule", "match", match) ?? null)]);

/** Returns what makes two things the same where no file knows them; null = nothing does. */
function identityOf(noun: ConfiguredNounName, values: ConfiguredValues): string | null {
  if (noun === "rule") return ruleIdentity(values);
  const { foundBy } = nounInFileByName[noun];
  const value = foundBy === null ? undefined : values[foundBy];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

const nameOf = (thing: ConfiguredThing) => `${nounInFileByName[thing.noun].called} “${thing.key}”`;

/** Finds the things of one page, noun by noun, so that a later noun may be found by an earlier one. */
class PageMatcher {
  readonly errors: ConfigurationError[] = [];
  readonly things: MatchedThing[] = [];

  constructor(
    private readonly present: readonly PresentThing[],
    private readonly known: PageThings,
    private readonly fileName: string,
  ) {}

  matchNoun(noun: ConfiguredNounName, things: readonly ConfiguredThing[]) {
    const here = this.present.filter((each) => each.noun === noun);
    const byKey = new Map(here.flatMap((each) => (each.keys[this.fileName] ? [[each.keys[this.fileName], each]] : [])));
    const keys = new Set(things.map(({ key }) => key));
    const rest = things.filter((thing) => !this.take(thing, byKey, keys));
    for (const thing of rest) this.find(thing, here);
  }

  /** Takes what the file knows already, under its key or its former one. */
  private take(
    thing: ConfiguredThing,
    byKey: ReadonlyMap<string | undefined, PresentThing>,
    keys: ReadonlySet<string>,
  ): boolean {
    const { key, was } = thing;
    const present = byKey.get(key);
    // A former key that the file gives to another thing belongs to that one.
    const former = was === null || keys.has(was) ? undefined : byKey.get(was);
    if (present && former)
      this.refuse(thing, `“was: ${thing.was}” names another thing that exists beside the ${nameOf(thing)}.`);
    const found = present ?? former;
    if (found) this.claim(thing, found, !present);
    return found !== undefined;
  }

  private find(thing: ConfiguredThing, here: readonly PresentThing[]) {
    const { values } = resolveReferences(thing.noun, thing.values, this.known.lookupFor(thing.noun));
    const identity = identityOf(thing.noun, values);
    const same =
      identity === null
        ? []
        : here.filter((each) => this.isFree(each) && identityOf(each.noun, each.values) === identity);
    const [found] = same;
    const formerKey = found?.keys[this.fileName];
    if (same.length > 1 && thing.noun !== "rule")
      this.refuse(
        thing,
        `There are ${same.length} of this name here, and the ${nameOf(thing)} could be any of them. Rename the others first.`,
      );
    if (formerKey !== undefined)
      this.refuse(
        thing,
        `The file knows this ${nounInFileByName[thing.noun].called} as “${formerKey}”. Write was: ${formerKey} to give it the key “${thing.key}”.`,
      );
    this.claim(thing, found ?? null, false);
  }

  private isFree(each: PresentThing): boolean {
    return !this.known.isClaimed(each);
  }

  private claim(thing: ConfiguredThing, present: PresentThing | null, isRenamed: boolean) {
    this.known.claim(thing, present);
    this.things.push({ thing, present, isRenamed });
  }

  private refuse({ place }: ConfiguredThing, message: string) {
    this.errors.push({ message, place });
  }
}

/** Finds what each thing of a page is here. */
export function matchConfiguredPage(
  page: ConfiguredPage,
  present: PresentPage | null,
  fileName: string,
  prune: boolean,
): MatchedPage {
  const all = present?.things ?? [];
  const known = new PageThings(page, all, fileName, prune);
  const matcher = new PageMatcher(all, known, fileName);
  for (const noun of nounsOfThings) {
    matcher.matchNoun(
      noun,
      page.things.filter((thing) => thing.noun === noun),
    );
  }
  return { things: matcher.things, errors: matcher.errors, known };
}
