import { z } from "zod";
import { roles } from "~/access/actor";
import { refusalFor } from "~/failures/refusal";
import {
  absentIfEmpty,
  commitIdInput,
  idTextSchema,
  nameTextSchema,
  oneOfSchema,
  pageIdInput,
  versionInput,
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

export const renamePersonInput = z.object({ ...commitIdInput, ...versionInput, name: nameTextSchema });
export type RenamePersonInput = z.input<typeof renamePersonInput>;

/** Input of a person's language and time zone; null to follow browser and network. */
export const localeInput = z.object({
  ...commitIdInput,
  ...versionInput,
  language: languageTagSchema.nullable(),
  timeZone: timeZoneSchema.nullable(),
});
export type LocaleInput = z.input<typeof localeInput>;

const role = oneOfSchema(roles);

export const inviteInput = z.object({ ...pageIdInput, ...commitIdInput, role, email: absentIfEmpty(address) });
export type InviteInput = z.input<typeof inviteInput>;

export const invitationTargetInput = z.object({ ...pageIdInput, ...commitIdInput, id: idTextSchema });
export type InvitationTarget = z.input<typeof invitationTargetInput>;

export const acceptInvitationInput = z.object({ ...commitIdInput, name: absentIfEmpty(nameTextSchema) });

const member = { ...pageIdInput, ...commitIdInput, ...versionInput, personId: idTextSchema };

export const memberTargetInput = z.object(member);
export type MemberTarget = z.input<typeof memberTargetInput>;

export const changeRoleInput = z.object({ ...member, role });
export type ChangeRoleInput = z.input<typeof changeRoleInput>;
