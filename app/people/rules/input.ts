import { z } from "zod";
import { roles } from "~/access/actor";
import { refusalFor } from "~/failures/refusal";
import { absentIfEmpty, commitIdInput, idText, nameText, ofPage, oneOf, versionInput } from "~/fields/text-inputs";
import { isFullMailAddress } from "~/net/mail-address";
import { languageText, zoneText } from "~/pages/rules/input";

/** One whole address, in the one form in which it is compared and stored. */
const address = z
  .string()
  .trim()
  .refine(isFullMailAddress, {
    error: refusalFor("mail.address"),
    params: { code: "bad_email" },
  })
  .transform((text) => text.toLowerCase());

export const addressInput = z.object({ address });

export const renameInput = z.object({ ...commitIdInput, ...versionInput, name: nameText });
export type RenameInput = z.input<typeof renameInput>;

/** Input of a person's language and time zone; null to follow browser and network. */
export const localeInput = z.object({
  ...commitIdInput,
  ...versionInput,
  language: languageText.nullable(),
  timeZone: zoneText.nullable(),
});
export type LocaleInput = z.input<typeof localeInput>;

const role = oneOf(roles);

export const inviteInput = z.object({ ...ofPage, ...commitIdInput, role, email: absentIfEmpty(address) });
export type InviteInput = z.input<typeof inviteInput>;

export const invitationTarget = z.object({ ...ofPage, ...commitIdInput, id: idText });
export type InvitationTarget = z.input<typeof invitationTarget>;

export const acceptInput = z.object({ ...commitIdInput, name: absentIfEmpty(nameText) });

const member = { ...ofPage, ...commitIdInput, ...versionInput, personId: idText };

export const memberTarget = z.object(member);
export type MemberTarget = z.input<typeof memberTarget>;

export const changeRoleInput = z.object({ ...member, role });
export type ChangeRoleInput = z.input<typeof changeRoleInput>;
