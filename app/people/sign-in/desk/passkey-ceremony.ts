import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import type english from "./words/en.json";

/** The server's request to the browser: to create a passkey, or to sign with one. */
export type PasskeyCeremony =
  | { kind: "new"; options: PublicKeyCredentialCreationOptionsJSON }
  | { kind: "sign-in"; options: PublicKeyCredentialRequestOptionsJSON };

export type PasskeyTrouble = keyof typeof english.trouble;

export type PasskeyCeremonyResult = { done: true; credential: string } | { done: false; trouble: PasskeyTrouble };

const troubleOf: Record<string, PasskeyTrouble> = {
  NotAllowedError: "unfinished",
  AbortError: "unfinished",
  InvalidStateError: "already",
  NotSupportedError: "no_verification",
  SecurityError: "not_allowed",
};

/** Opens the browser's own dialogue, once; returns the credential as text for a form, or why there is none. */
export async function runPasskeyCeremony(ceremony: PasskeyCeremony): Promise<PasskeyCeremonyResult> {
  if (!browserSupportsWebAuthn()) return { done: false, trouble: "unsupported" };
  try {
    const credential =
      ceremony.kind === "new"
        ? await startRegistration({ optionsJSON: ceremony.options })
        : await startAuthentication({ optionsJSON: ceremony.options });
    return { done: true, credential: JSON.stringify(credential) };
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    return { done: false, trouble: troubleOf[name] ?? "other" };
  }
}
