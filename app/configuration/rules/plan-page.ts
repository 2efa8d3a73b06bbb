import { parseIsoInstant } from "~/time/instants";
import type {
  ConfigurationError,
  ConfiguredPage,
  PlannedChange,
  PlannedField,
  PresentPage,
  PresentThing,
  UndescribedThing,
} from "./configuration-types";
import { configuredKindOf } from "./configured-kinds";
import { nounInFileByName, nounsOfThings } from "./configured-nouns";
import { configuredReferencesByNoun } from "./configured-references";
import { flattenConfiguredValues } from "./configured-values";
import { deploymentSlug } from "./deployment-page";
import { orderFieldName } from "./order-field";
import { plannedMoves } from "./page-order";
import { type PageThings, placeholderIdOfNewThing, placeholderIdsIn } from "./page-things";
import {
  compareThingFields,
  type DescribedThing,
  type FieldDifferences,
  missingFieldsOfThing,
  type PresentValues,
} from "./plan-fields";
import { type MatchedThing, matchConfiguredPage } from "./plan-match";
import type { PlanConfigurationOptions } from "./plan-options";
import { type OrderedChange, orderPlannedChanges } from "./plan-order";

/** The plan of one page; removals are made after the changes of all pages. */
export interface ConfiguredPagePlan {
  changes: PlannedChange[];
  removals: PlannedChange[];
  left: UndescribedThing[];
  errors: ConfigurationError[];
}

/** Returns the fields that the file owned and does not name any more. */
function releasedFields(thing: DescribedThing, here: PresentValues | null, fileName: string): string[] {
  const named = new Set(flattenConfiguredValues(thing.values).map(([path]) => path));
  return Object.entries(here?.owners ?? {}).flatMap(([path, owner]) =>
    owner === fileName && !named.has(path) && path !== "kind" ? [path] : [],
  );
}

interface ThingFacts {
  thing: DescribedThing;
  here: (PresentValues & Pick<PresentThing, "id" | "version">) | null;
  isRenamed: boolean;
  differences: FieldDifferences;
}

/** Returns what is to be done with one thing; null = nothing. */
function changeOf({ thing, here, isRenamed, differences }: ThingFacts, fileName: string): PlannedChange | null {
  const { changed, adopted, isDrift } = differences;
  const { slug, noun, key, was, place } = thing;
  const released = releasedFields(thing, here, fileName);
  const about = { slug, noun, key, id: here?.id ?? null, version: here?.version ?? null, isDrift, place };
  if (!here) return { action: "create", ...about, fields: changed };
  const more = { ...about, ...(released.length > 0 ? { released } : {}) };
  if (isRenamed) return { action: "rename", ...more, was: was ?? key, fields: changed };
  if (changed.length > 0) return { action: "change", ...more, fields: changed };
  const isUnknown = noun !== "page" && here.keys[fileName] === undefined;
  if (adopted.length > 0 || isUnknown) return { action: "adopt", ...more, fields: adopted };
  return released.length > 0 ? { action: "change", ...more, fields: [] } : null;
}

/** A mute that is over needs nothing. */
const isOver = ({ thing, present }: MatchedThing, now: number): boolean =>
  thing.noun === "mute" && present === null && parseIsoInstant(String(thing.values.until)) <= now;

/** The steps of a page: what is described, compared with what is here. */
class PagePlanner {
  readonly errors: ConfigurationError[] = [];
  readonly ordered: OrderedChange[] = [];

  constructor(
    private readonly page: ConfiguredPage,
    readonly slugHere: string,
    private readonly known: PageThings,
    private readonly options: PlanConfigurationOptions,
  ) {}

  /** Plans one thing; `makes` names it for others that need it. */
  plan(thing: DescribedThing, here: ThingFacts["here"], isRenamed: boolean): OrderedChange | null {
    const kind = configuredKindOf(this.options.kinds, thing.noun, thing.values.kind);
    const differences = compareThingFields(thing, here, this.known, kind, this.options);
    this.errors.push(...differences.errors);
    const lacking = here ? [] : missingFieldsOfThing(thing, kind);
    if (lacking.length > 0)
      this.errors.push({
        message: `The ${nounInFileByName[thing.noun].called} “${thing.key}” is new and needs ${lacking.map((name) => `“${name}”`).join(" and ")}.`,
        place: thing.place,
      });
    const change = changeOf({ thing, here, isRenamed, differences }, this.options.fileName);
    const makes = here || thing.noun === "page" ? null : placeholderIdOfNewThing(thing.noun, thing.key);
    return change && { change, makes, needs: differences.needs };
  }

  addThing({ thing, present, isRenamed }: MatchedThing) {
    const { slugHere, page } = this;
    const planned = this.plan({ ...thing, slug: page.slug, slugHere }, present, isRenamed);
    if (planned) this.ordered.push(planned);
  }

  private isWaiting(field: PlannedField): boolean {
    const reference = configuredReferencesByNoun.page[field.name];
    const keys = reference && Array.isArray(field.after) ? field.after.map(String) : [];
    const lookup = this.known.lookupFor("page");
    return keys.some((key) => placeholderIdsIn(lookup(reference?.nouns ?? [], key) ?? "").length > 0);
  }

  /** Adds that the file owns the order, and the change that moves what stands in another one. */
  withOrder(own: OrderedChange | null, present: PresentPage | null, changes: PlannedChange[]): PlannedChange[] {
    const { page, options, known } = this;
    const owner = present?.owners[orderFieldName];
    const moves = plannedMoves(page, present, known, changes);
    if (moves === null || (owner !== undefined && owner !== options.fileName)) return this.withPage(own, changes);
    const { slug, place } = page;
    const about = {
      slug,
      noun: "page" as const,
      key: slug,
      id: present?.id ?? null,
      version: present?.version ?? null,
    };
    const [file, digest] = [page.values[orderFieldName] ?? null, present?.lastSet?.[orderFieldName]];
    const isDrift = digest !== undefined && digest === options.digestOf(this.slugHere, file, false);
    if (moves.length > 0)
      return [...this.withPage(own, changes), { ...about, action: "move", fields: moves, isDrift, place }];
    if (owner !== undefined) return this.withPage(own, changes);
    const order = { name: orderFieldName, before: undefined, after: "file" };
    if (own) return this.withPage({ ...own, change: withField(own.change, order) }, changes);
    return [...changes, { ...about, action: "adopt", fields: [order], isDrift: false, place }];
  }

  /** The page itself comes first, and what it says of things that are to be made comes last. */
  withPage(page: OrderedChange | null, changes: PlannedChange[]): PlannedChange[] {
    if (!page) return changes;
    const waiting = page.change.fields.filter((field) => this.isWaiting(field));
    const rest = page.change.fields.filter((field) => !waiting.includes(field));
    if (waiting.length === 0) return [page.change, ...changes];
    if (page.change.id !== null) return [...changes, page.change];
    const later: PlannedChange = { ...page.change, action: "change", fields: waiting };
    return [{ ...page.change, fields: rest }, ...changes, later];
  }
}

const withField = (change: PlannedChange, field: PlannedField): PlannedChange => ({
  ...change,
  fields: [...change.fields, field],
});

function circleError(circle: readonly OrderedChange[]): ConfigurationError[] {
  const [first] = circle;
  if (!first) return [];
  const names = circle.map(({ change }) => `“${change.key}”`).join(", ");
  return [{ message: `${names} need one another: none can be made first.`, place: first.change.place }];
}

/** Returns what the file made and no longer describes; rules of a source that stay with it are not among them. */
function goneThings(present: PresentPage | null, known: PageThings, fileName: string): PresentThing[] {
  return (present?.things ?? []).filter(
    (each) => each.madeBy === fileName && !known.isClaimed(each) && each.values.catch_all !== true,
  );
}

const keyOf = (each: PresentThing, fileName: string): string => each.keys[fileName] ?? each.id;

/** Returns the removals: what names others first. */
function removalsOf(gone: readonly PresentThing[], slug: string, fileName: string): PlannedChange[] {
  const all = nounsOfThings.flatMap((noun) => gone.filter((each) => each.noun === noun));
  const ordered = all.map((each): OrderedChange => {
    const { noun, id, version } = each;
    const change: PlannedChange = {
      action: "remove",
      slug,
      noun,
      key: keyOf(each, fileName),
      id,
      version,
      fields: [],
      isDrift: false,
      place: null,
    };
    return {
      change,
      makes: noun === "mute" ? null : id,
      needs: [each.values.depends_on, each.values.agent, each.values.group].filter((need) => typeof need === "string"),
    };
  });
  return orderPlannedChanges(ordered).changes.reverse();
}

/** Returns an error for each thing that another file has a part in. */
const sharedErrors = (gone: readonly PresentThing[], fileName: string): ConfigurationError[] =>
  gone.flatMap((each) => {
    const other = Object.values(each.owners).find((owner) => owner !== fileName);
    const message = `The ${nounInFileByName[each.noun].called} “${keyOf(each, fileName)}” cannot be removed: fields of it belong to the file “${other}”.`;
    return other === undefined ? [] : [{ message, place: null }];
  });

/** Plans one page; `present` is null for a page that is to be made. */
export function planConfiguredPage(
  page: ConfiguredPage,
  present: PresentPage | null,
  options: PlanConfigurationOptions,
): ConfiguredPagePlan {
  const { fileName, prune, now } = options;
  const { things, errors, known } = matchConfiguredPage(page, present, fileName, prune);
  const planner = new PagePlanner(page, present?.slug ?? page.slug, known, options);
  const itself: DescribedThing = { ...page, noun: "page", key: page.slug, slugHere: planner.slugHere };
  const isRenamed = present !== null && present.slug !== page.slug;
  // The deployment is there, and has no fields of its own here.
  const own = page.slug === deploymentSlug ? null : planner.plan(itself, present, isRenamed);
  for (const each of things.filter((matched) => !isOver(matched, now))) planner.addThing(each);
  const { changes, circle } = orderPlannedChanges(planner.ordered);
  const gone = goneThings(present, known, fileName);
  const left = gone.map((each) => ({ slug: page.slug, noun: each.noun, key: keyOf(each, fileName), id: each.id }));
  return {
    changes: planner.withOrder(own, present, changes),
    removals: prune ? removalsOf(gone, page.slug, fileName) : [],
    left: prune ? [] : left,
    errors: [...errors, ...planner.errors, ...circleError(circle), ...(prune ? sharedErrors(gone, fileName) : [])],
  };
}
