import type { z } from "zod";
import { blankFieldValues, type Field, fieldApiName } from "~/fields/fields";
import type { ConfiguredValue } from "./configuration-types";
import { type DescribedNoun, type NounInFile, nounInFileByName } from "./configured-nouns";
import { type ConfiguredReference, configuredReferencesByNoun, fileFieldName } from "./configured-references";
import type { StructuredField } from "./structured-fields";

/** A field as a file names it. */
export interface ConfiguredField {
  /** Name in a file. */
  name: string;
  apiName: string;
  /** Kind, bounds and words; null for a structured field. */
  field: Field | null;
  structured: StructuredField | null;
  /** Check of a value; null = its kind says enough. */
  bound: z.ZodType | null;
  /** Null = it names no other thing. */
  reference: ConfiguredReference | null;
  /** Value of a thing that is made without it; undefined = there is none. */
  initial: ConfiguredValue | undefined;
  /** Status of a component that is only listed; absent = it is no map of statuses. */
  usualStatus?: string;
  isByHand: boolean;
}

/** True for a field that the API shows as true or false. */
export const isFlagField = (field: Field): boolean =>
  field.kind === "tick" || (field.kind === "choice" && field.apiFlag !== undefined);

/** Returns the unit of a number, which its form shows beside it. */
export function fieldUnitText(field: Field): string {
  if (field.kind === "duration") return "In seconds.";
  return field.kind === "number" && field.unit !== "" ? `In ${field.unit}.` : "";
}

function initialOf(noun: NounInFile, apiName: string, name: string, field: Field): ConfiguredValue | undefined {
  const own = noun.initials;
  if (own && Object.hasOwn(own, apiName)) return own[apiName];
  if (field.kind === "choice" && field.apiFlag !== undefined) return false;
  return blankFieldValues({ [name]: field })[name] as ConfiguredValue;
}

function describedField(noun: DescribedNoun, own: string, field: Field): ConfiguredField {
  const described = nounInFileByName[noun];
  const apiName = fieldApiName(own, field);
  const name = fileFieldName(apiName);
  return {
    name,
    apiName,
    field,
    structured: null,
    bound: described.bounds[own] ?? null,
    reference: configuredReferencesByNoun[noun][name] ?? null,
    initial: initialOf(described, apiName, own, field),
    ...(field.kind === "statuses" ? { usualStatus: noun === "template" ? "operational" : "major_outage" } : {}),
    isByHand: described.byHand?.includes(own) === true,
  };
}

const structuredInitials: Readonly<Record<string, ConfiguredValue>> = {
  schedule: { kind: "simple", period: 86_400 },
  match: {},
  links: [],
};

const structuredField = (name: string, structured: StructuredField): ConfiguredField => ({
  name,
  apiName: name,
  field: null,
  structured,
  bound: structured.bound,
  reference: null,
  initial: structuredInitials[name],
  isByHand: false,
});

const known = new Map<DescribedNoun, readonly ConfiguredField[]>();

function listFields(noun: DescribedNoun): readonly ConfiguredField[] {
  const { fields, structured = {} } = nounInFileByName[noun];
  return [
    ...Object.entries(fields).map(([name, field]) => describedField(noun, name, field)),
    ...Object.entries(structured).map(([name, field]) => structuredField(name, field)),
  ];
}

/**
 * Returns the fields that a file may name, in the order of the form; the kind and its settings are beside them. A field
 * that a noun gets is in it without another edit.
 */
export function configuredFieldsOf(noun: DescribedNoun): readonly ConfiguredField[] {
  const fields = known.get(noun) ?? listFields(noun);
  known.set(noun, fields);
  return fields;
}

const byName = new Map<DescribedNoun, ReadonlyMap<string, ConfiguredField>>();

/** Returns the field of this name; undefined for another, and for the kind and its settings. */
export function configuredFieldOf(noun: DescribedNoun, name: string): ConfiguredField | undefined {
  const fields = byName.get(noun) ?? new Map(configuredFieldsOf(noun).map((field) => [field.name, field]));
  byName.set(noun, fields);
  return fields.get(name);
}
