import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { changeFieldSchemas, newFieldSchemas } from "~/fields/field-bounds";
import { commitIdInputShape, idTextSchema, oneOfSchema, versionInputShape } from "~/fields/text-inputs";
import { isFullMailAddress } from "~/net/mail-address";
import { mailerFields } from "~/notifications/rules/fields";

/** Exactly one complete email address. */
const mailAddress = z
  .string()
  .trim()
  .refine(isFullMailAddress, {
    error: refusalFor("mail.status_address"),
    params: { code: "bad_email" },
  });

/** Settings, which the adapter's own schema checks. */
const settings = z.record(z.string().max(64), z.unknown());

export const createMailerInputSchema = z.object({
  ...commitIdInputShape,
  kind: z.string().min(1).max(64),
  ...newFieldSchemas(mailerFields),
  fromAddress: mailAddress,
  settings: settings.default({}),
});
export type CreateMailerInput = z.input<typeof createMailerInputSchema>;

const target = { ...commitIdInputShape, ...versionInputShape, id: idTextSchema };

export const mailerTargetInputSchema = z.object(target);
export type MailerTargetInput = z.input<typeof mailerTargetInputSchema>;

export const updateMailerInputSchema = z.object({
  ...target,
  ...changeFieldSchemas(mailerFields),
  fromAddress: mailAddress.optional(),
  /** Secrets that are left out keep their value; an empty text removes one. */
  settings: settings.optional(),
});
export type UpdateMailerInput = z.input<typeof updateMailerInputSchema>;

export const moveMailerInputSchema = z.object({ ...target, direction: oneOfSchema(["up", "down"]) });
export type MoveMailerInput = z.input<typeof moveMailerInputSchema>;

export const testMailerInputSchema = z.object({ id: idTextSchema, to: mailAddress });
export type TestMailerInput = z.input<typeof testMailerInputSchema>;

/** A URL that the deployment calls: its outgoing heartbeat, its self-check. */
export const deploymentAddressInputSchema = z.object({
  ...commitIdInputShape,
  ...versionInputShape,
  /** URL; empty = none. */
  url: z
    .string()
    .trim()
    .max(2000, refusalFor("value.longest", { most: 2000 })),
});
export type DeploymentAddressInput = z.input<typeof deploymentAddressInputSchema>;
