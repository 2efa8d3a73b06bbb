import { secretMask } from "~/fields/secret";
import { fnvHash } from "~/text/short-hash";
import type { ConfiguredNounName, ConfiguredValue, PresentPage, PresentThing } from "./configuration-types";
import { type ConfiguredField, configuredFieldsOf } from "./configured-fields";
import { type ConfiguredKind, type ConfiguredKinds, configuredKindOf, configuredSettings } from "./configured-kinds";
import { type DescribedNoun, nounInFileByName, nounsOfThings } from "./configured-nouns";
import {
  areEqualConfiguredValues,
  configuredSettingPath,
  isValueObject,
  toComparableFieldValue,
} from "./configured-values";
import { deploymentSlug } from "./deployment-page";
import { type ExportKeys, exportKeysOf } from "./export-keys";
import { orderFieldName } from "./order-field";
import { hasOrder, isOrderedNoun, sortThingsInPageOrder } from "./page-order";
import { type YamlEntries, type YamlValue, yamlText } from "./yaml-text";

export interface ExportConfigurationOptions {
  /** Name of the file; the keys that it knows are kept. */
  fileName: string;
  kinds: ConfiguredKinds;
  /** Address of the JSON Schema, by which editors complete and check the file. */
  schemaUrl: string;
}

type FileValues = { [name: string]: ConfiguredValue };
type ExportSource = Pick<PresentThing, "values" | "owners" | "secrets">;

/** One page that is written. */
interface PageExport {
  /** Keys of what is written. */
  keys: ExportKeys;
  /** Ids of all that is here, of which some cannot be written. */
  present: ReadonlySet<string>;
  options: ExportConfigurationOptions;
}

const mayBeNamed = ({ isByHand, name }: ConfiguredField, { owners }: ExportSource, fileName: string): boolean =>
  !isByHand || owners[name] === fileName;

/** Returns the key of a thing for a reference; with the place of its noun where the key alone says too little. */
function referenceText({ keys }: PageExport, nouns: readonly ConfiguredNounName[], id: string): string | undefined {
  const noun = nouns.find((each) => keys.get(each)?.has(id));
  const key = noun && keys.get(noun)?.get(id);
  if (!noun || key === undefined) return undefined;
  const isShared = nouns.some((each) => each !== noun && [...(keys.get(each)?.values() ?? [])].includes(key));
  return isShared || (key === "page" && nouns.length > 1) ? `${nounInFileByName[noun].plural}/${key}` : key;
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);

/** Statuses are a list of components where each has the usual one. */
function statusesText(page: PageExport, field: ConfiguredField, value: { readonly [id: string]: ConfiguredValue }) {
  const nouns = field.reference?.nouns ?? [];
  const named = Object.entries(value)
    .map(([id, status]): [string, ConfiguredValue] => [referenceText(page, nouns, id) ?? id, status])
    .sort(byName);
  const isUsual = named.every(([, status]) => status === field.usualStatus);
  return isUsual ? named.map(([key]) => key) : Object.fromEntries(named);
}

const withoutLost = (value: ConfiguredValue, { present }: PageExport): ConfiguredValue => {
  if (Array.isArray(value)) return value.filter((id) => present.has(String(id)));
  return isValueObject(value) ? Object.fromEntries(Object.entries(value).filter(([id]) => present.has(id))) : value;
};

const idsOf = (value: ConfiguredValue): string[] => {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.map(String) : Object.keys(value as object);
};

/** Puts keys in the place of ids; undefined where one of them is of something that no file can name. */
function withKeys(page: PageExport, field: ConfiguredField, given: ConfiguredValue): ConfiguredValue | undefined {
  const nouns = field.reference?.nouns;
  if (!nouns || given === null || given === "page") return given;
  const value = withoutLost(given, page);
  if (idsOf(value).some((id) => referenceText(page, nouns, id) === undefined)) return undefined;
  if (typeof value === "string") return referenceText(page, nouns, value);
  if (Array.isArray(value)) return value.map((id) => referenceText(page, nouns, String(id)) ?? "").sort();
  return isValueObject(value) ? statusesText(page, field, value) : value;
}

function fieldsText(page: PageExport, noun: DescribedNoun, thing: ExportSource): FileValues {
  const written: FileValues = {};
  for (const field of configuredFieldsOf(noun)) {
    if (noun === "page" && field.name === orderFieldName) continue;
    const value = thing.values[field.name];
    if (value === undefined || !mayBeNamed(field, thing, page.options.fileName)) continue;
    const isDefault = areEqualConfiguredValues(
      toComparableFieldValue(noun, field.name, value),
      toComparableFieldValue(noun, field.name, undefined),
    );
    const shown = isDefault && !field.isByHand ? undefined : withKeys(page, field, value);
    if (shown !== undefined) written[field.name] = typeof shown === "string" ? shown.replaceAll("\r\n", "\n") : shown;
  }
  return written;
}

const maxSecretNameChars = 60;

/** Returns a name for a secret that was entered as a value. */
function secretName({ noun }: PresentThing, key: string, setting: string): string {
  const words = `${noun}-${key}-${setting.replaceAll(/[A-Z]/g, (letter) => `-${letter}`)}`;
  const name = words.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, "-");
  if (name.length <= maxSecretNameChars) return name;
  return `${name.slice(0, 50)}-${fnvHash(words).toString(36)}`;
}

function settingsText(kind: ConfiguredKind, key: string, thing: PresentThing): FileValues {
  const { values, secrets } = thing;
  const settings = isValueObject(values.settings) ? values.settings : {};
  const written: FileValues = {};
  for (const { name, secret, preset = "" } of configuredSettings(kind)) {
    const value = settings[name];
    const text = value === undefined || value === null ? "" : String(value);
    if (text === "" || (!secret && text === preset)) continue;
    const isHidden = secret || text === secretMask;
    written[name] = isHidden
      ? { secret: secrets?.[configuredSettingPath(name)] ?? secretName(thing, key, name) }
      : text.replaceAll("\r\n", "\n");
  }
  return written;
}

function thingText(page: PageExport, thing: PresentThing, key: string): FileValues {
  const kind = configuredKindOf(page.options.kinds, thing.noun, thing.values.kind);
  const settings = kind ? settingsText(kind, key, thing) : {};
  const { name, ...fields } = fieldsText(page, thing.noun, thing);
  return {
    ...(kind ? { kind: kind.kind } : {}),
    ...(name === undefined ? {} : { name }),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
    ...fields,
  };
}

/** A mute that no file made is people's, and a member without an address cannot be named. */
function isExported({ noun, keys, values }: PresentThing, options: ExportConfigurationOptions): boolean {
  if (noun === "mute") return keys[options.fileName] !== undefined;
  if (noun === "member") return typeof values.email === "string" && values.email !== "";
  const hasKinds = values.kind !== undefined;
  return !hasKinds || configuredKindOf(options.kinds, noun, values.kind) !== undefined;
}

/** The last rule of a source exists with it, so that nothing need be said of one that is as it was made. */
const isUnsaid = ({ values }: PresentThing, written: FileValues): boolean =>
  values.catch_all === true && Object.keys(written).every((name) => name === "source" || name === "catch_all");

function nounText(page: PageExport, noun: ConfiguredNounName, things: readonly PresentThing[]): YamlEntries {
  const keys = page.keys.get(noun);
  const entries = things
    .filter((thing) => thing.noun === noun && keys?.has(thing.id))
    .map((thing): [string, FileValues] => {
      const key = keys?.get(thing.id) ?? thing.id;
      const written = withoutPlace(thing, thingText(page, thing, key));
      return [key, isUnsaid(thing, written) ? {} : written];
    })
    .filter(([, written]) => Object.keys(written).length > 0);
  return new Map(isOrderedNoun(noun) ? entries : entries.sort(byName));
}

/** The last rule has no place and no match of its own. */
function withoutPlace({ values }: PresentThing, written: FileValues): FileValues {
  if (values.catch_all !== true) return written;
  const { position, match, ...rest } = written;
  return rest;
}

function pageText(page: PresentPage, options: ExportConfigurationOptions): { readonly [name: string]: YamlValue } {
  const things = sortThingsInPageOrder(page.things.filter((thing) => isExported(thing, options)));
  const exported: PageExport = {
    keys: exportKeysOf({ ...page, things }, options.fileName),
    present: new Set(page.things.map(({ id }) => id)),
    options,
  };
  const nouns = nounsOfThings.flatMap((noun): [string, YamlEntries][] => {
    const written = nounText(exported, noun, things);
    return written.size > 0 ? [[nounInFileByName[noun].plural, written]] : [];
  });
  const isOrdered = hasOrder(things) || page.owners[orderFieldName] === options.fileName;
  const order: FileValues = isOrdered ? { [orderFieldName]: "file" } : {};
  return { ...fieldsText(exported, "page", page), ...order, ...Object.fromEntries(nouns) };
}

/** Returns pages as a file: sorted, without defaults, with the names of secrets instead of secrets. */
export function configurationFileTextOf(pages: readonly PresentPage[], options: ExportConfigurationOptions): string {
  const sorted = pages.toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
  const texts = sorted.map((page) => [page.slug, pageText(page, options)] as const);
  const { [deploymentSlug]: ofDeployment = {}, ...written } = Object.fromEntries(texts);
  const head = `# yaml-language-server: $schema=${options.schemaUrl}\n`;
  return `${head}${yamlText({ name: options.fileName, ...ofDeployment, pages: written })}`;
}
