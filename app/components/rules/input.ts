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

export const createComponentInput = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ...newFieldSchemas(componentFields),
  /** The manual layer from the start; Statuspage's clients send it. */
  status: oneOfSchema(settableStatuses).optional(),
});
export type CreateComponentInput = z.input<typeof createComponentInput>;

export const createComponentsInput = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  lines: z.string().max(20_000),
  /** The keeper, asked once for all of them. */
  keptBy: changeFieldSchemas(componentFields).keptBy,
});
export type CreateComponentsInput = z.input<typeof createComponentsInput>;

const target = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, id: idTextSchema };

export const updateComponentInput = z.object({
  ...target,
  ...changeFieldSchemas(componentFields),
  status: oneOfSchema(settableStatuses).optional(),
});
export type UpdateComponentInput = z.input<typeof updateComponentInput>;

export const componentTargetInput = z.object(target);
export type ComponentTargetInput = z.input<typeof componentTargetInput>;

export const moveComponentInput = z.object({ ...target, direction: oneOfSchema(["up", "down"]) });
export type MoveComponentInput = z.input<typeof moveComponentInput>;

/** A position up or down, or the place of another: `onto` is its id, and wins. */
export const moveComponentGroupInput = z.object({
  ...target,
  direction: oneOfSchema(["up", "down"]).optional(),
  onto: idTextSchema.optional(),
});
export type MoveComponentGroupInput = z.input<typeof moveComponentGroupInput>;

/** Ids of groups and components in the order in which they are to stand. */
export const arrangeComponentsInput = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ids: z.array(idTextSchema).max(2000),
});
export type ArrangeComponentsInput = z.input<typeof arrangeComponentsInput>;

export const setComponentStatusInput = z.object({
  ...target,
  /** Null to clear the manual status. */
  status: oneOfSchema(settableStatuses).nullable(),
  reason: lineTextSchema.optional(),
  /** Instant in ms; null until someone changes it. */
  until: z.number().int().nullable().optional(),
});
export type SetComponentStatusInput = z.input<typeof setComponentStatusInput>;

/** The components in it, in their order; absent for no change. */
const members = { components: z.array(idTextSchema).max(200).optional() };

export const createComponentGroupInput = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ...newFieldSchemas(componentGroupFields),
  ...members,
});
export type CreateComponentGroupInput = z.input<typeof createComponentGroupInput>;

export const updateComponentGroupInput = z.object({
  ...target,
  ...changeFieldSchemas(componentGroupFields),
  ...members,
});
export type UpdateComponentGroupInput = z.input<typeof updateComponentGroupInput>;
