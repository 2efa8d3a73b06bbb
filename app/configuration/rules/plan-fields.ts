import { dayMs } from "~/time/durations";
import { parseIsoInstant } from "~/time/instants";
import type {
  ConfigurationError,
  ConfiguredThing,
  ConfiguredValue,
  ConfiguredValues,
  FilePlace,
  PlannedField,
  PresentThing,
} from "./configuration-types";
import { configuredFieldOf } from "./configured-fields";
import { type ConfiguredKind, configuredSettings } from "./configured-kinds";
import { type DescribedNoun, nounInFileByName } from "./configured-nouns";
import { resolveReferences } from "./configured-references";
import {
  areEqualConfiguredValues,
  configuredSettingPath,
  flattenConfiguredValues,
  isNamedSecret,
  isValueObject,
  maskSecretValue,
  settingFieldOf,
  settingNameOf,
  toComparableFieldValue,
} from "./configured-values";
import { deploymentSlug } from "./deployment-page";
import { orderFieldName } from "./order-field";
import { type PageThings, placeholderIdsIn } from "./page-things";
import type { PlanConfigurationOptions } from "./plan-options";

const longestMuteMs = 7 * dayMs;

/** A thing, or the page itself, as a file describes it. */
export interface DescribedThing extends Omit<ConfiguredThing, "noun"> {
  noun: DescribedNoun;
  slug: string;
  /** Slug that the page has here, under which its secrets are found. */
  slugHere: string;
}

/** A described thing as it is here. */
export type PresentValues = Pick<PresentThing, "keys" | "owners" | "lastSet" | "values">;

/** The differences of one thing, field by field. */
export interface FieldDifferences {
  changed: PlannedField[];
  /** Fields that are as described, and become the file's. */
  adopted: PlannedField[];
  isDrift: boolean;
  /** Things of the file that are to be made first. */
  needs: string[];
  /** Fields that wait for one of them. */
  waiting: string[];
  errors: ConfigurationError[];
}

const calledOf = ({ noun, key }: DescribedThing) => `${nounInFileByName[noun].called} “${key}”`;

const present = (values: ConfiguredValues | undefined, path: string): ConfiguredValue | undefined => {
  const setting = settingNameOf(path);
  if (setting === null) return values?.[path];
  const settings = values?.settings;
  return isValueObject(settings) ? settings[setting] : undefined;
};

const isSet = (value: ConfiguredValue | undefined) => value !== undefined && value !== null && value !== "";

interface FieldComparison {
  path: string;
  /** Value as the file has it. */
  value: ConfiguredValue;
  /** The same with ids for things. */
  resolved: ConfiguredValue;
}

/** Compares the fields of one thing. */
class ThingComparison {
  readonly found: FieldDifferences = { changed: [], adopted: [], isDrift: false, needs: [], waiting: [], errors: [] };

  constructor(
    private readonly thing: DescribedThing,
    private readonly here: PresentValues | null,
    private readonly known: PageThings,
    private readonly kind: ConfiguredKind | undefined,
    private readonly options: PlanConfigurationOptions,
  ) {}

  run(): FieldDifferences {
    const { noun, values } = this.thing;
    const { values: resolved, missing } = resolveReferences(noun, values, this.known.lookupFor(noun));
    for (const { field, nouns, key } of missing) this.refuse(field, this.known.missingText(nouns, key));
    const lost = new Set(missing.map(({ field }) => field));
    const withIds = new Map(flattenConfiguredValues(resolved));
    for (const [path, value] of flattenConfiguredValues(values)) {
      if (!lost.has(path)) this.compare({ path, value, resolved: withIds.get(path) ?? null });
    }
    return this.found;
  }

  private refuse(path: string, message: string) {
    const place: FilePlace = this.thing.places?.[path] ?? this.thing.place;
    this.found.errors.push({ message, place });
  }

  private compare(field: FieldComparison) {
    const { path, resolved } = field;
    const owner = this.here?.owners[path];
    if (owner !== undefined && owner !== this.options.fileName) {
      return this.refuse(
        path,
        `“${path}” of the ${calledOf(this.thing)} belongs to the file “${owner}”. Name it in one of both files only.`,
      );
    }
    if (path === "kind" && this.here) return this.compareKind(field);
    // The order is compared once it is known what is made (rules/page-order).
    if (path === orderFieldName && this.thing.noun === "page") return;
    const needs = configuredFieldOf(this.thing.noun, path)?.reference ? placeholderIdsIn(resolved) : [];
    this.found.needs.push(...needs);
    if (needs.length > 0) this.found.waiting.push(path);
    if (this.isSame(field)) this.keep(field, owner);
    else this.change(field, owner);
  }

  private compareKind({ path, value }: FieldComparison) {
    const before = present(this.here?.values, path);
    if (before !== undefined && before !== value)
      this.refuse(
        path,
        `The ${calledOf(this.thing)} is of the kind “${String(before)}”, which stays. Give the new one another key.`,
      );
  }

  private isSecret(path: string): boolean {
    return settingFieldOf(this.kind, path)?.secret === true;
  }

  private before(path: string): ConfiguredValue | undefined {
    return this.known.withoutLost(this.thing.noun, path, present(this.here?.values, path));
  }

  private isSame({ path, resolved }: FieldComparison): boolean {
    const before = this.before(path);
    if (this.isSecret(path)) return this.isSameSecret(path, resolved, before);
    if (!this.here) return false;
    const { noun } = this.thing;
    return areEqualConfiguredValues(
      toComparableFieldValue(noun, path, resolved, this.kind),
      toComparableFieldValue(noun, path, before, this.kind),
    );
  }

  /** A named secret that was not entered keeps what is here, as after an export. */
  private isSameSecret(path: string, value: ConfiguredValue, before: ConfiguredValue | undefined): boolean {
    if (!isSet(value)) return !isSet(before);
    const digest = this.options.digestOf(this.thing.slugHere, value, true);
    if (digest !== null) return isSet(before) && this.here?.lastSet?.[path] === digest;
    if (isSet(before)) return true;
    const name = isNamedSecret(value) ? value.secret : path;
    this.refuse(path, this.missingSecretText(name));
    return true;
  }

  private missingSecretText(name: string): string {
    return this.thing.slug === deploymentSlug
      ? `The deployment has no secrets, so “${name}” is none. Use a variable.`
      : `The secret “${name}” is not entered on the page “${this.thing.slug}”. Enter it there under Settings → Configuration file, or use a variable.`;
  }

  private planned({ path, value }: FieldComparison): PlannedField {
    const isSecret = this.isSecret(path);
    const before = this.known.shownReferences(this.thing.noun, path, this.before(path));
    return { name: path, before: maskSecretValue(before, isSecret), after: maskSecretValue(value, isSecret) };
  }

  /** A secret that was not entered stays people's, whatever the file calls it. */
  private isUnentered({ path, resolved }: FieldComparison): boolean {
    return (
      this.isSecret(path) && isSet(resolved) && this.options.digestOf(this.thing.slugHere, resolved, true) === null
    );
  }

  private keep(field: FieldComparison, owner: string | undefined) {
    if (this.here && owner === undefined && !this.isUnentered(field)) this.found.adopted.push(this.planned(field));
  }

  private change(field: FieldComparison, owner: string | undefined) {
    this.found.changed.push(this.planned(field));
    this.checkMute(field);
    const last = this.here?.lastSet?.[field.path];
    if (owner === undefined || last === undefined || this.isSecret(field.path)) return;
    const before = toComparableFieldValue(this.thing.noun, field.path, this.before(field.path), this.kind);
    this.found.isDrift ||= last !== this.options.digestOf(this.thing.slugHere, before ?? null, false);
  }

  private checkMute({ path, value }: FieldComparison) {
    if (this.thing.noun !== "mute" || path !== "until") return;
    if (parseIsoInstant(String(value)) > this.options.now + longestMuteMs)
      this.refuse(path, "A mute ends within a week.");
  }
}

/** Compares what a file describes with what is here; null = nothing is. */
export const compareThingFields = (
  thing: DescribedThing,
  here: PresentValues | null,
  known: PageThings,
  kind: ConfiguredKind | undefined,
  options: PlanConfigurationOptions,
): FieldDifferences => new ThingComparison(thing, here, known, kind, options).run();

/** Returns the fields without which the thing cannot be made. */
export function missingFieldsOfThing({ noun, values }: DescribedThing, kind: ConfiguredKind | undefined): string[] {
  const fields = nounInFileByName[noun].needs.filter((name) => !isSet(values[name]));
  const settings = isValueObject(values.settings) ? values.settings : {};
  const needed = kind
    ? configuredSettings(kind).filter(({ required, name }) => required && !kind.generated?.includes(name))
    : [];
  return [
    ...fields,
    ...needed.filter(({ name }) => !isSet(settings[name])).map(({ name }) => configuredSettingPath(name)),
  ];
}
