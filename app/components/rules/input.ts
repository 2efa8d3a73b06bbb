import { z } from "zod";
import { changeFieldSchemas, newFieldSchemas } from "~/fields/field-bounds";
import {
  commitIdInputShape,
  idTextSchema,
  lineTextSchema,
  oneOfSchema,
  pageIdInputShape,
  versionInputShape,
} from "~/fields/text-inputs";
import { settableStatuses } from "~/status/status";
import { componentFields, componentGroupFields } from "./fields";

export const createComponentInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ...newFieldSchemas(componentFields),
  /** The manual layer from the start; Statuspage's clients send it. */
  status: oneOfSchema(settableStatuses).optional(),
});
export type CreateComponentInput = z.input<typeof createComponentInputSchema>;

export const createComponentsInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  lines: z.string().max(20_000),
  /** The keeper, asked once for all of them. */
  keptBy: changeFieldSchemas(componentFields).keptBy,
});
export type CreateComponentsInput = z.input<typeof createComponentsInputSchema>;

const target = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, id: idTextSchema };

export const updateComponentInputSchema = z.object({
  ...target,
  ...changeFieldSchemas(componentFields),
  status: oneOfSchema(settableStatuses).optional(),
});
export type UpdateComponentInput = z.input<typeof updateComponentInputSchema>;

export const componentTargetInputSchema = z.object(target);
export type ComponentTargetInput = z.input<typeof componentTargetInputSchema>;

export const moveComponentInputSchema = z.object({ ...target, direction: oneOfSchema(["up", "down"]) });
export type MoveComponentInput = z.input<typeof moveComponentInputSchema>;

/** A position up or down, or the place of another: `onto` is its id, and wins. */
export const moveComponentGroupInputSchema = z.object({
  ...target,
  direction: oneOfSchema(["up", "down"]).optional(),
  onto: idTextSchema.optional(),
});
export type MoveComponentGroupInput = z.input<typeof moveComponentGroupInputSchema>;

/** Ids of groups and components in the order in which they are to stand. */
export const arrangeComponentsInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ids: z.array(idTextSchema).max(2000),
});
export type ArrangeComponentsInput = z.input<typeof arrangeComponentsInputSchema>;

export const setComponentStatusInputSchema = z.object({
  ...target,
  /** Null to clear the manual status. */
  status: oneOfSchema(settableStatuses).nullable(),
  reason: lineTextSchema.optional(),
  /** Instant in ms; null until someone changes it. */
  until: z.number().int().nullable().optional(),
});
export type SetComponentStatusInput = z.input<typeof setComponentStatusInputSchema>;

/** The components in it, in their order; absent for no change. */
const members = { components: z.array(idTextSchema).max(200).optional() };

export const createComponentGroupInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ...newFieldSchemas(componentGroupFields),
  ...members,
});
export type CreateComponentGroupInput = z.input<typeof createComponentGroupInputSchema>;

export const updateComponentGroupInputSchema = z.object({
  ...target,
  ...changeFieldSchemas(componentGroupFields),
  ...members,
});
export type UpdateComponentGroupInput = z.input<typeof updateComponentGroupInputSchema>;
