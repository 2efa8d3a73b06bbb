import { z } from "zod";
import { settableStatuses } from "../status";
import { aboutText, absentIfEmpty, committed, idText, lineText, nameText, ofPage, oneOf, versioned } from "./text";

const dateText = z.iso.date("A day, as 2026-11-20.");
const groupIdText = z.union([z.literal("").transform(() => null), idText]).nullable();

const fields = {
  name: nameText,
  description: aboutText.optional(),
  /** null or empty = in no group. */
  groupId: groupIdText.optional(),
  startDate: absentIfEmpty(dateText),
  shownWhen: oneOf(["always", "affected"]).optional(),
  showUptime: z.boolean().optional(),
};

export const createComponentInput = z.object({
  ...ofPage,
  ...committed,
  ...fields,
  /** The manual layer from the start; Statuspage's clients send it. */
  status: oneOf(settableStatuses).optional(),
});
export type CreateComponentInput = z.input<typeof createComponentInput>;

const target = { ...ofPage, ...committed, ...versioned, id: idText };

export const updateComponentInput = z.object({
  ...target,
  ...fields,
  name: nameText.optional(),
  status: oneOf(settableStatuses).optional(),
});
export type UpdateComponentInput = z.input<typeof updateComponentInput>;

export const componentTarget = z.object(target);
export type ComponentTarget = z.input<typeof componentTarget>;

export const moveInput = z.object({ ...target, direction: oneOf(["up", "down"]) });
export type MoveInput = z.input<typeof moveInput>;

export const setStatusInput = z.object({
  ...target,
  /** null = the person says nothing any more. */
  status: oneOf(settableStatuses).nullable(),
  reason: lineText.optional(),
  /** Instant in ms; null = until somebody changes it. */
  until: z.number().int().nullable().optional(),
});
export type SetStatusInput = z.input<typeof setStatusInput>;

const groupFields = {
  description: aboutText.optional(),
  collapsed: oneOf(["always", "unless_affected", "never"]).optional(),
  /** The components in it, in their order; absent = left alone. */
  components: z.array(idText).max(200).optional(),
};

export const createGroupInput = z.object({ ...ofPage, ...committed, name: nameText, ...groupFields });
export type CreateGroupInput = z.input<typeof createGroupInput>;

export const updateGroupInput = z.object({ ...target, name: nameText.optional(), ...groupFields });
export type UpdateGroupInput = z.input<typeof updateGroupInput>;
