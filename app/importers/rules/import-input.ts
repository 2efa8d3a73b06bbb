import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import {
  commitIdInputShape,
  idTextSchema,
  longTextSchema,
  pageIdInputShape,
  versionInputShape,
} from "~/fields/text-inputs";
import { isTimeZone } from "~/time/day";
import { importConflictChoices } from "./import-facts";
import { moveDocumentSchema } from "./move-document";
import { movedNouns } from "./moved-nouns";

/** Bytes of all uploaded files, or of a document that is sent whole. */
export const maxImportUploadBytes = 2_000_000;
export const maxImportUploadMegabytes = 2;
/** Bytes of a part of a document that a program sends. */
export const maxSentImportPartBytes = 700_000;

const zone = z
  .string()
  .trim()
  .max(60)
  .refine((name) => name === "" || isTimeZone(name), refusalFor("zone.unknown"));

const file = z.object({ path: z.string().min(1).max(500), text: z.string() });

const choices = z
  .record(z.string().max(100), z.string().max(2000))
  .refine((given) => Object.keys(given).length <= 200, refusalFor("value.choose_most", { most: 200 }));

export const createImportInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  /** Name of the origin; absent where a document says it. */
  origin: z.string().max(40).optional(),
  url: longTextSchema(2000).optional(),
  key: longTextSchema(2000).optional(),
  timeZone: zone.optional(),
  choices: choices.optional(),
  files: z
    .array(file)
    .max(1000, refusalFor("value.choose_most", { most: 1000 }))
    .optional(),
  document: moveDocumentSchema.optional(),
  /** True when a program sends the document in parts, and says when it is complete. */
  awaitsParts: z.boolean().optional(),
});
export type CreateImportInput = z.input<typeof createImportInputSchema>;
export type ParsedCreateImportInput = z.output<typeof createImportInputSchema>;

const target = { ...pageIdInputShape, ...commitIdInputShape, id: idTextSchema };

export const addImportPartInputSchema = z.object({
  ...target,
  part: moveDocumentSchema.omit({ version: true, origin: true }).partial(),
});
export type AddImportPartInput = z.input<typeof addImportPartInputSchema>;

const thingKeyText = z.string().min(1).max(300);
const maxChosenThings = 50_000;
const tooMany = refusalFor("value.choose_most", { most: maxChosenThings });

/** Choices of a person; what is absent stays as it was chosen. */
export const chooseForImportInputSchema = z.object({
  ...target,
  ...versionInputShape,
  untickedNouns: z.array(z.enum(movedNouns)).optional(),
  /** Keys of things, such as `component:abc`: all that are unticked. */
  untickedThings: z.array(thingKeyText).max(maxChosenThings, tooMany).optional(),
  conflicts: z
    .record(thingKeyText, z.enum(importConflictChoices))
    .refine((given) => Object.keys(given).length <= maxChosenThings, tooMany)
    .optional(),
  /** First day of manually kept components, UTC ms; null = the oldest incident. */
  handKeptStart: z.number().int().nullable().optional(),
  timeZone: zone.nullable().optional(),
});
export type ChooseForImportInput = z.input<typeof chooseForImportInputSchema>;
