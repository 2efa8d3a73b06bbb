import { z } from "zod";
import { roles } from "~/access/actor";
import { refusalFor } from "~/failures/refusal";
import {
  absentIfEmpty,
  commitIdInputShape,
  idTextSchema,
  nameTextSchema,
  oneOfSchema,
  pageIdInputShape,
  versionInputShape,
} from "~/fields/text-inputs";
import { isFullMailAddress } from "~/net/mail-address";
import { languageTagSchema, timeZoneSchema } from "~/pages/rules/input";

/** A complete address, in the normal form in which addresses are compared and stored. */
const address = z
  .string()
  .trim()
  .refine(isFullMailAddress, {
    error: refusalFor("mail.address"),
    params: { code: "bad_email" },
  })
  .transform((text) => text.toLowerCase());

export const emailAddressInputSchema = z.object({ address });

export const renamePersonInputSchema = z.object({ ...commitIdInputShape, ...versionInputShape, name: nameTextSchema });
export type RenamePersonInput = z.input<typeof renamePersonInputSchema>;

/** Input of a person's language and time zone; null to follow browser and network. */
export const localeInputSchema = z.object({
  ...commitIdInputShape,
  ...versionInputShape,
  language: languageTagSchema.nullable(),
  timeZone: timeZoneSchema.nullable(),
});
export type LocaleInput = z.input<typeof localeInputSchema>;

const role = oneOfSchema(roles);

export const inviteInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  role,
  email: absentIfEmpty(address),
});
export type InviteInput = z.input<typeof inviteInputSchema>;

export const invitationTargetInputSchema = z.object({ ...pageIdInputShape, ...commitIdInputShape, id: idTextSchema });
export type InvitationTargetInput = z.input<typeof invitationTargetInputSchema>;

export const acceptInvitationInputSchema = z.object({ ...commitIdInputShape, name: absentIfEmpty(nameTextSchema) });

const member = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, personId: idTextSchema };

export const memberTargetInputSchema = z.object(member);
export type MemberTargetInput = z.input<typeof memberTargetInputSchema>;

export const changeRoleInputSchema = z.object({ ...member, role });
export type ChangeRoleInput = z.input<typeof changeRoleInputSchema>;
