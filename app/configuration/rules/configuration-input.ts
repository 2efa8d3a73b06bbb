import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { commitIdInputShape } from "~/fields/text-inputs";
import { type ConfigurationDocument, type ConfiguredValue, configuredNounNames } from "./configuration-types";
import { isDeploymentNoun } from "./configured-nouns";
import { deploymentSlug } from "./deployment-page";

/** Deepest value, most keys of a value and longest text that a document from a program may have. */
const maxDepth = 6;
const maxChars = 20_000;
const maxThings = 5000;
const maxPages = 200;

const key = z.string().min(1).max(120);

const isBounded = (value: unknown, depth = 0): value is ConfiguredValue => {
  if (depth > maxDepth) return false;
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "string") return value.length <= maxChars;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.length <= maxThings && value.every((each) => isBounded(each, depth + 1));
  return typeof value === "object" && Object.values(value).every((each) => isBounded(each, depth + 1));
};

const values = z.record(
  key,
  z.custom<ConfiguredValue>((value) => isBounded(value), "A value of a file."),
);
const place = z.object({ line: z.number().int().min(1), column: z.number().int().min(1) });
const places = z.record(z.string(), place).optional();

const thing = z.object({
  noun: z.enum(configuredNounNames),
  key,
  was: key.nullable().default(null),
  values,
  place: place.default({ line: 1, column: 1 }),
  places,
});

const page = z.object({
  /** Empty = the deployment. */
  slug: z.string().max(80),
  was: z.string().min(1).max(80).nullable().default(null),
  values,
  things: z.array(thing).max(maxThings),
  place: place.default({ line: 1, column: 1 }),
  places,
});

type GivenPage = z.output<typeof page>;

/** Things of the deployment stand on no page, and nothing else stands on the deployment. */
function isWellPlaced({ slug, was, values: own, things }: GivenPage): boolean {
  const isDeployment = slug === deploymentSlug;
  if (isDeployment && (was !== null || Object.keys(own).length > 0)) return false;
  return things.every(({ noun }) => isDeploymentNoun(noun) === isDeployment);
}

const areUnique = (names: readonly string[]): boolean => new Set(names).size === names.length;

const areDistinct = (pages: readonly GivenPage[]): boolean =>
  areUnique(pages.map(({ slug }) => slug)) &&
  pages.every(({ things }) => areUnique(things.map(({ noun, key: own }) => `${noun}/${own}`)));

/** A file as a program sends it, read and checked at home. */
export const configurationDocumentInputSchema = z.object({
  name: z.string().min(1).max(60),
  pages: z
    .array(page)
    .min(1)
    .max(maxPages)
    .refine((pages) => pages.every(isWellPlaced), refusalFor("configuration.misplaced"))
    .refine(areDistinct, refusalFor("configuration.doubled")),
}) as unknown as z.ZodType<ConfigurationDocument, unknown>;

/** A file: its text, or the document that was read from it. */
const file = {
  document: configurationDocumentInputSchema.optional(),
  text: z.string().optional(),
  prune: z.boolean().default(false),
};

export const planConfigurationInputSchema = z.object(file);
export type PlanConfigurationInput = z.input<typeof planConfigurationInputSchema>;
export type ParsedPlanConfigurationInput = z.output<typeof planConfigurationInputSchema>;

export const applyConfigurationInputSchema = z.object({
  ...file,
  ...commitIdInputShape,
  /** Digest of the plan that was looked at; absent = whatever the plan is now. */
  expected: z.string().max(100).optional(),
  /** Commit or other reference, for the audit log. */
  ref: z.string().trim().max(100).default(""),
});
export type ApplyConfigurationInput = z.input<typeof applyConfigurationInputSchema>;
