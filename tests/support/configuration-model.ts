import type {
  ConfigurationDocument,
  ConfigurationPlan,
  ConfiguredThing,
  ConfiguredValue,
  ConfiguredValues,
  PlannedChange,
  PresentPage,
  PresentThing,
} from "~/configuration/rules/configuration-types";
import { configuredFieldsOf } from "~/configuration/rules/configured-fields";
import { configuredKindOf } from "~/configuration/rules/configured-kinds";
import type { DescribedNoun } from "~/configuration/rules/configured-nouns";
import { nounOfPlural } from "~/configuration/rules/configured-nouns";
import type { ReferenceLookup } from "~/configuration/rules/configured-references";
import { resolveReferences } from "~/configuration/rules/configured-references";
import {
  digestibleFields,
  flattenConfiguredValues,
  isNamedSecret,
  isValueObject,
  settingNameOf,
} from "~/configuration/rules/configured-values";
import { parseReference } from "~/configuration/rules/key-text";
import { configurationPlanOf } from "~/configuration/rules/plan";
import { secretMask } from "~/fields/secret";
import { everyConfiguredKind } from "./configuration";

export const modelNow = Date.UTC(2026, 10, 30, 12);

/** A digest by which a test can see what was set; a named secret that nobody entered has none. */
export const modelDigest =
  (entered: (name: string) => boolean) =>
  (_slug: string, value: ConfiguredValue): string | null =>
    isNamedSecret(value) && !entered(value.secret) ? null : JSON.stringify(value);

interface ModelOptions {
  prune?: boolean;
  entered?: (name: string) => boolean;
}

const everySecret = () => true;

/** Plans a document as a deployment does. */
export const planInModel = (
  document: ConfigurationDocument,
  present: readonly PresentPage[],
  { prune = false, entered = everySecret }: ModelOptions = {},
): ConfigurationPlan =>
  configurationPlanOf(document, present, {
    fileName: document.name,
    prune,
    now: modelNow,
    kinds: everyConfiguredKind,
    digestOf: modelDigest(entered),
  });

/** Returns the fields of a thing that is made without any. */
const blankValues = (noun: DescribedNoun): ConfiguredValues =>
  Object.fromEntries(configuredFieldsOf(noun).map(({ name, initial }) => [name, initial ?? null]));

/** Sets what the file says: each setting by itself, a secret as its mask, a removed setting as none. */
function mergedValues(before: ConfiguredValues, given: ConfiguredValues): ConfiguredValues {
  const settings: Record<string, ConfiguredValue> = isValueObject(before.settings) ? { ...before.settings } : {};
  const merged: Record<string, ConfiguredValue> = { ...before };
  for (const [path, value] of flattenConfiguredValues(given)) {
    const setting = settingNameOf(path);
    if (setting === null) merged[path] = value;
    else settings[setting] = isNamedSecret(value) ? secretMask : value;
  }
  return Object.keys(settings).length > 0 || "kind" in merged ? { ...merged, settings } : merged;
}

type Owned = Omit<PresentThing, "noun">;

interface DescribedValues {
  noun: DescribedNoun;
  slug: string;
  key: string;
  values: ConfiguredValues;
}

/** A page that is changed step by step. */
class ModelPage {
  constructor(
    public page: PresentPage,
    private readonly fileName: string,
  ) {}

  private readonly lookup: ReferenceLookup = (nouns, text) => {
    if (text === "page") return text;
    const { plural, key } = parseReference(text);
    const wanted = plural === null ? nouns : nouns.filter((noun) => noun === nounOfPlural(plural));
    return this.page.things.find((each) => wanted.includes(each.noun) && each.keys[this.fileName] === key)?.id ?? null;
  };

  /** Returns the row after the file's values were set. */
  private written<Row extends Owned>(
    row: Row,
    { noun, slug, key, values }: DescribedValues,
    change: PlannedChange,
  ): Row {
    const { values: resolved } = resolveReferences(noun, values, this.lookup);
    const kind = configuredKindOf(everyConfiguredKind, noun, values.kind);
    const digests = digestibleFields(noun, values, this.lookup, kind).map(([path, value]): [string, string] => [
      path,
      modelDigest(everySecret)(slug, value) ?? "",
    ]);
    const owned = flattenConfiguredValues(values).map(([path]) => [path, this.fileName]);
    const owners = Object.fromEntries(
      [...Object.entries(row.owners), ...owned].filter(([path]) => !change.released?.includes(String(path))),
    );
    return {
      ...row,
      keys: { ...row.keys, [this.fileName]: key },
      owners,
      lastSet: { ...row.lastSet, ...Object.fromEntries(digests) },
      values: mergedValues(row.values, resolved),
      version: row.version + 1,
    };
  }

  /** Gives what is taken over or renamed its key, so that others can name it. */
  know({ noun, id, key, action }: PlannedChange) {
    const row = action === "remove" ? undefined : this.page.things.find((each) => each.id === id && each.noun === noun);
    if (row) this.replace({ ...row, keys: { ...row.keys, [this.fileName]: key } });
  }

  writePage(values: ConfiguredValues, change: PlannedChange) {
    const { slug, key } = change;
    this.page = { ...this.written(this.page, { noun: "page", slug, key, values }, change), slug };
  }

  /** A mute has the id of what it mutes. */
  private mutedId({ noun, values }: ConfiguredThing): string | null {
    const subjects = ["component", "monitor", "heartbeat", "source"] as const;
    return noun === "mute" ? this.lookup(subjects, String(values.subject)) : null;
  }

  private add(noun: PresentThing["noun"], values: ConfiguredValues, known: string | null = null): PresentThing {
    const id = known ?? `made${String(this.page.things.length).padStart(6, "0")}-${this.page.slug}`;
    const row: PresentThing = { noun, id, keys: {}, madeBy: this.fileName, owners: {}, values, version: 0 };
    this.page = { ...this.page, things: [...this.page.things, row] };
    return row;
  }

  /** Makes a thing; a source comes with its last rule. */
  private make(thing: ConfiguredThing): PresentThing {
    const source =
      thing.noun === "rule" && thing.values.catch_all === true
        ? this.lookup(["source"], String(thing.values.source))
        : null;
    const last = this.page.things.find(
      ({ noun, values }) => noun === "rule" && values.catch_all === true && values.source === source,
    );
    if (source !== null && last) return last;
    const row = this.add(thing.noun, blankValues(thing.noun), this.mutedId(thing));
    if (thing.noun === "source") {
      const { id } = row;
      const { madeBy: _, ...rule } = this.add("rule", { ...blankValues("rule"), source: id, catch_all: true });
      this.replace({ ...rule, madeBy: null });
    }
    return row;
  }

  private replace(row: PresentThing) {
    this.page = {
      ...this.page,
      things: this.page.things.map((each) => (each.id === row.id && each.noun === row.noun ? row : each)),
    };
  }

  writeThing(thing: ConfiguredThing, change: PlannedChange) {
    const row = this.page.things.find(({ noun, id }) => id === change.id && noun === thing.noun) ?? this.make(thing);
    const { slug } = change;
    this.replace(this.written(row, { ...thing, slug }, change));
  }

  /** Puts groups and components into the order of the file, among the places that they have. */
  move(values: ConfiguredValues, change: PlannedChange) {
    const ids = (values.order as string[]).map((text) => this.lookup(["group", "component"], text) ?? text);
    for (const noun of ["group", "component"] as const) {
      const named = this.page.things.filter((each) => each.noun === noun && ids.includes(each.id));
      const sorted = named.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
      const next = new Map(named.map((each, index) => [each, sorted[index] ?? each]));
      this.page = { ...this.page, things: this.page.things.map((each) => next.get(each) ?? each) };
    }
    this.writePage(values, change);
  }

  remove({ noun, id }: PlannedChange) {
    this.page = { ...this.page, things: this.page.things.filter((each) => each.id !== id || each.noun !== noun) };
  }
}

const emptyPage = (slug: string, fileName: string): PresentPage => ({
  id: `page-${slug}`,
  slug,
  keys: {},
  madeBy: fileName,
  owners: {},
  values: blankValues("page"),
  version: 0,
  things: [],
});

/** Does what a plan says, as a deployment would, and returns what is there then. */
export function applyToModel(
  plan: ConfigurationPlan,
  { name, pages }: ConfigurationDocument,
  present: readonly PresentPage[],
): PresentPage[] {
  const models = new Map(present.map((page) => [page.slug, new ModelPage(page, name)]));
  for (const change of plan.changes) models.get(change.slug)?.know(change);
  for (const change of plan.changes) {
    const { slug, noun, key, was } = change;
    const described = pages.find((page) => page.slug === slug);
    const model = models.get(slug) ?? models.get(was ?? "") ?? new ModelPage(emptyPage(slug, name), name);
    models.set(slug, model);
    if (was !== undefined && noun === "page") models.delete(was);
    const thing = described?.things.find((each) => each.noun === noun && each.key === key);
    if (change.action === "remove") model.remove(change);
    else if (change.action === "move") model.move(described?.values ?? {}, change);
    else if (noun === "page") model.writePage(described?.values ?? {}, change);
    else if (thing) model.writeThing(thing, change);
  }
  return [...models.values()].map(({ page }) => page);
}
