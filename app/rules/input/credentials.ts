import { z } from "zod";
import { roles } from "../actor";
import { tokenLives } from "../api-token";
import { challengeIn } from "../passkey";
import { committed, idText, nameText, ofPage, oneOf } from "./text";

export const passkeyNameInput = z.object({ name: nameText });

/** What is in no text that an authenticator made. */
const unreadable = { error: "The browser's answer cannot be read. Begin again.", params: { code: "bad_passkey" } };

const encoded = z.string().regex(/^[\w-]*$/);
const signed = { clientDataJSON: encoded };

/** As `navigator.credentials` gives it in JSON (WebAuthn level 3 §5.1); what we do not read is dropped. */
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

const longest = 20_000;

/** The text of a credential and the challenge that was signed with it. */
const credentialText = <Schema extends typeof registration | typeof assertion>(schema: Schema) =>
  z
    .string()
    .max(longest, unreadable)
    .transform((text, around) => {
      const refused = () => {
        around.addIssue({ code: "custom", message: unreadable.error, params: unreadable.params, path: [] });
        return z.NEVER;
      };
      const found = schema.safeParse(jsonOf(text));
      if (!found.success) return refused();
      const challenge = challengeIn(found.data.response.clientDataJSON);
      return challenge === null ? refused() : { ...(found.data as z.output<Schema>), challenge };
    });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export const passkeyInput = z.object({ ...committed, name: nameText, credential: credentialText(registration) });
export type PasskeyInput = z.input<typeof passkeyInput>;

export const passkeySignInInput = z.object({ credential: credentialText(assertion) });

export const credentialTarget = z.object({ ...committed, id: idText });
export type CredentialTarget = z.input<typeof credentialTarget>;

export const passkeyRenameInput = z.object({ ...committed, id: idText, name: nameText });
export type PasskeyRenameInput = z.input<typeof passkeyRenameInput>;

export const tokenInput = z.object({
  ...committed,
  name: nameText,
  role: oneOf(roles),
  readOnly: z.boolean(),
  life: oneOf(tokenLives),
});
export type TokenInput = z.input<typeof tokenInput>;

export const tokenOnPage = z.object({ ...ofPage, ...committed, id: idText });
export type TokenOnPage = z.input<typeof tokenOnPage>;
