import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { commitIdInputShape, pageIdInputShape } from "~/fields/text-inputs";

const name = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9_-]{0,59}$/, refusalFor("configuration.secret_name"));

const value = z
  .string()
  .min(1, refusalFor("value.required"))
  .max(20_000, refusalFor("value.longest", { most: 20_000 }));

export const setPageSecretInputSchema = z.object({ ...pageIdInputShape, ...commitIdInputShape, name, value });
export type SetPageSecretInput = z.input<typeof setPageSecretInputSchema>;

export const deletePageSecretInputSchema = z.object({ ...pageIdInputShape, ...commitIdInputShape, name });
export type DeletePageSecretInput = z.input<typeof deletePageSecretInputSchema>;

export const maxPageSecrets = 200;
