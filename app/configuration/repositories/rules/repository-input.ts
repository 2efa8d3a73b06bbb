import { z } from "zod";
import type { Refusal } from "~/failures/refusal";
import { changeFieldSchemas, fieldSchemasWithDefaults } from "~/fields/field-bounds";
import { commitIdInputShape, idTextSchema, pageIdInputShape, versionInputShape } from "~/fields/text-inputs";
import { repositoryFields } from "../../rules/repository-fields";
import { isBranchName, isFilePath, isRepositoryPathAnywhere } from "./repository-address";

const place = { ...pageIdInputShape, ...commitIdInputShape };

/** Judges a text that was sent, so that it is refused beside all other fields that are wrong. */
const judged = <Schema extends z.ZodType>(schema: Schema, isGood: (text: string) => boolean, refusal: Refusal) =>
  schema.refine((value) => typeof value !== "string" || isGood(value), refusal);

const fields = fieldSchemasWithDefaults(repositoryFields);
export const createRepositoryInputSchema = z.object({
  ...place,
  ...fields,
  path: judged(fields.path, isRepositoryPathAnywhere, "repository.path"),
  branch: judged(fields.branch, isBranchName, "repository.branch"),
  file: judged(fields.file, isFilePath, "repository.file"),
});
export type CreateRepositoryInput = z.input<typeof createRepositoryInputSchema>;

const target = { ...place, ...versionInputShape, id: idTextSchema };

export const repositoryTargetInputSchema = z.object(target);
export type RepositoryTargetInput = z.input<typeof repositoryTargetInputSchema>;

export const updateRepositoryInputSchema = z.object({ ...target, ...changeFieldSchemas(repositoryFields) });
export type UpdateRepositoryInput = z.input<typeof updateRepositoryInputSchema>;

export const applyReadingInputSchema = z.object({
  ...target,
  readingId: idTextSchema,
  /** True to remove what left the file. */
  prune: z.boolean().default(false),
});
export type ApplyReadingInput = z.input<typeof applyReadingInputSchema>;

export const maxRepositories = 10;
