import { z } from "zod";
import { roles } from "~/access/actor";
import { refusalFor } from "~/failures/refusal";
import { commitIdInput, idText, nameText, ofPage, oneOf } from "~/fields/text-inputs";
import { tokenLives } from "./api-token";
import { challengeIn } from "./passkey";

export const passkeyNameInput = z.object({ name: nameText });

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
      const challenge = found.success ? challengeIn(found.data.response.clientDataJSON) : null;
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

export const passkeyInput = z.object({ ...commitIdInput, name: nameText, credential: credentialText(registration) });
export type PasskeyInput = z.input<typeof passkeyInput>;

export const passkeySignInInput = z.object({ credential: credentialText(assertion) });

export const credentialTarget = z.object({ ...commitIdInput, id: idText });
export type CredentialTarget = z.input<typeof credentialTarget>;

export const passkeyRenameInput = z.object({ ...commitIdInput, id: idText, name: nameText });
export type PasskeyRenameInput = z.input<typeof passkeyRenameInput>;

export const tokenInput = z.object({
  ...commitIdInput,
  name: nameText,
  role: oneOf(roles),
  readOnly: z.boolean(),
  inUrl: z.boolean().default(false),
  life: oneOf(tokenLives),
});
export type TokenInput = z.input<typeof tokenInput>;

export const tokenOnPage = z.object({ ...ofPage, ...commitIdInput, id: idText });
export type TokenOnPage = z.input<typeof tokenOnPage>;
