import { z } from "zod";
import { roles } from "~/access/actor";
import { refusalFor } from "~/failures/refusal";
import { commitIdInputShape, idTextSchema, nameTextSchema, oneOfSchema, pageIdInputShape } from "~/fields/text-inputs";
import { tokenLifetimeChoices } from "./api-token";
import { challengeFromClientData } from "./passkey";

export const passkeyNameInputSchema = z.object({ name: nameTextSchema });

const encoded = z.string().regex(/^[\w-]*$/);
const signed = { clientDataJSON: encoded };

/**
 * A credential as `navigator.credentials` returns it in JSON (WebAuthn level 3 §5.1); parts that we do not read are
 * dropped.
 */
const credential = <Response extends z.ZodRawShape>(response: Response) =>
  z.object({
    id: encoded.min(1).max(1400),
    rawId: encoded,
    type: z.literal("public-key"),
    response: z.object({ ...signed, ...response }),
    clientExtensionResults: z.object({}).optional(),
  });

const registration = credential({
  attestationObject: encoded,
  transports: z
    .array(z.string().regex(/^[\w-]{1,20}$/))
    .max(10)
    .catch([])
    .optional(),
});
const assertion = credential({
  authenticatorData: encoded,
  signature: encoded,
  userHandle: encoded.nullish(),
});

const maxCredentialChars = 20_000;

/** Parses the text of a credential, with the challenge that was signed with it. */
const credentialText = <Schema extends typeof registration | typeof assertion>(schema: Schema) =>
  z
    .string()
    .max(maxCredentialChars)
    .transform((text, around) => {
      const found = schema.safeParse(jsonOf(text));
      const challenge = found.success ? challengeFromClientData(found.data.response.clientDataJSON) : null;
      if (found.success && challenge !== null) return { ...(found.data as z.output<Schema>), challenge };
      around.addIssue(refusalFor("passkey.response"));
      return z.NEVER;
    });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export const addPasskeyInputSchema = z.object({
  ...commitIdInputShape,
  name: nameTextSchema,
  credential: credentialText(registration),
});
export type AddPasskeyInput = z.input<typeof addPasskeyInputSchema>;

export const passkeySignInInputSchema = z.object({ credential: credentialText(assertion) });

export const credentialTargetInputSchema = z.object({ ...commitIdInputShape, id: idTextSchema });
export type CredentialTargetInput = z.input<typeof credentialTargetInputSchema>;

export const passkeyRenameInputSchema = z.object({ ...commitIdInputShape, id: idTextSchema, name: nameTextSchema });
export type PasskeyRenameInput = z.input<typeof passkeyRenameInputSchema>;

export const apiTokenInputSchema = z.object({
  ...commitIdInputShape,
  name: nameTextSchema,
  role: oneOfSchema(roles),
  readOnly: z.boolean(),
  drafter: z.boolean().default(false),
  inUrl: z.boolean().default(false),
  life: oneOfSchema(tokenLifetimeChoices),
});
export type ApiTokenInput = z.input<typeof apiTokenInputSchema>;

export const allowDeviceInputSchema = z.object({
  ...commitIdInputShape,
  userCode: z.string().max(64),
  role: oneOfSchema(roles),
  readOnly: z.boolean(),
  life: oneOfSchema(tokenLifetimeChoices),
});
export type AllowDeviceInput = z.input<typeof allowDeviceInputSchema>;

export const pageTokenTargetInputSchema = z.object({ ...pageIdInputShape, ...commitIdInputShape, id: idTextSchema });
export type PageTokenTargetInput = z.input<typeof pageTokenTargetInputSchema>;
