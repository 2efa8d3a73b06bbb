import { z } from "zod";
import { changeBounds, newBounds } from "~/fields/field-bounds";
import { commitIdInput, idText, lineText, ofPage, oneOf, versionInput } from "~/fields/text-inputs";
import { settableStatuses } from "~/status/status";
import { componentFields, groupFields } from "./fields";

export const createComponentInput = z.object({
  ...ofPage,
  ...commitIdInput,
  ...newBounds(componentFields),
  /** The manual layer from the start; Statuspage's clients send it. */
  status: oneOf(settableStatuses).optional(),
});
export type CreateComponentInput = z.input<typeof createComponentInput>;

export const createSeveralInput = z.object({
  ...ofPage,
  ...commitIdInput,
  lines: z.string().max(20_000),
  /** The keeper, asked once for all of them. */
  keptBy: changeBounds(componentFields).keptBy,
});
export type CreateSeveralInput = z.input<typeof createSeveralInput>;

const target = { ...ofPage, ...commitIdInput, ...versionInput, id: idText };

export const updateComponentInput = z.object({
  ...target,
  ...changeBounds(componentFields),
  status: oneOf(settableStatuses).optional(),
});
export type UpdateComponentInput = z.input<typeof updateComponentInput>;

export const componentTarget = z.object(target);
export type ComponentTarget = z.input<typeof componentTarget>;

export const moveInput = z.object({ ...target, direction: oneOf(["up", "down"]) });
export type MoveInput = z.input<typeof moveInput>;

/** A position up or down, or the place of another: `onto` is its id, and wins. */
export const moveGroupInput = z.object({
  ...target,
  direction: oneOf(["up", "down"]).optional(),
  onto: idText.optional(),
});
export type MoveGroupInput = z.input<typeof moveGroupInput>;

export const setStatusInput = z.object({
  ...target,
  /** Null to clear the manual status. */
  status: oneOf(settableStatuses).nullable(),
  reason: lineText.optional(),
  /** Instant in ms; null until someone changes it. */
  until: z.number().int().nullable().optional(),
});
export type SetStatusInput = z.input<typeof setStatusInput>;

/** The components in it, in their order; absent for no change. */
const members = { components: z.array(idText).max(200).optional() };

export const createGroupInput = z.object({ ...ofPage, ...commitIdInput, ...newBounds(groupFields), ...members });
export type CreateGroupInput = z.input<typeof createGroupInput>;

export const updateGroupInput = z.object({ ...target, ...changeBounds(groupFields), ...members });
export type UpdateGroupInput = z.input<typeof updateGroupInput>;
