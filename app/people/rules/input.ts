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

/** One whole address, in the one form in which it is compared and stored. */
const address = z
  .string()
  .trim()
  .refine(isFullMailAddress, {
    error: refusalFor("mail.address"),
    params: { code: "bad_email" },
  })
  .transform((text) => text.toLowerCase());

export const emailAddressInput = z.object({ address });

export const renamePersonInput = z.object({ ...commitIdInputShape, ...versionInputShape, name: nameTextSchema });
export type RenamePersonInput = z.input<typeof renamePersonInput>;

/** Input of a person's language and time zone; null to follow browser and network. */
export const localeInput = z.object({
  ...commitIdInputShape,
  ...versionInputShape,
  language: languageTagSchema.nullable(),
  timeZone: timeZoneSchema.nullable(),
});
export type LocaleInput = z.input<typeof localeInput>;

const role = oneOfSchema(roles);

export const inviteInput = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  role,
  email: absentIfEmpty(address),
});
export type InviteInput = z.input<typeof inviteInput>;

export const invitationTargetInput = z.object({ ...pageIdInputShape, ...commitIdInputShape, id: idTextSchema });
export type InvitationTarget = z.input<typeof invitationTargetInput>;

export const acceptInvitationInput = z.object({ ...commitIdInputShape, name: absentIfEmpty(nameTextSchema) });

const member = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, personId: idTextSchema };

export const memberTargetInput = z.object(member);
export type MemberTarget = z.input<typeof memberTargetInput>;

export const changeRoleInput = z.object({ ...member, role });
export type ChangeRoleInput = z.input<typeof changeRoleInput>;
