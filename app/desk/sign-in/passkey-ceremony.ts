import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";

/** What the server asks of the browser: to make a passkey, or to sign with one. */
export type Ceremony =
  | { kind: "new"; options: PublicKeyCredentialCreationOptionsJSON }
  | { kind: "sign-in"; options: PublicKeyCredentialRequestOptionsJSON };

export type CeremonyEnd = { done: true; credential: string } | { done: false; words: string };

const cancelled = "The browser did not finish: it was cancelled, took too long, or has no passkey for this place.";
const wordsOf: Record<string, string> = {
  NotAllowedError: cancelled,
  AbortError: cancelled,
  InvalidStateError: "This device has a passkey for your account already.",
  NotSupportedError: "This device can’t create a passkey with user verification.",
  SecurityError: "This browser doesn’t allow passkeys at this address.",
};

/** The browser's own dialogue, once; the credential as text for a form, or why there is none. */
export async function hold(ceremony: Ceremony): Promise<CeremonyEnd> {
  if (!browserSupportsWebAuthn()) return { done: false, words: "This browser doesn’t support passkeys." };
  try {
    const credential =
      ceremony.kind === "new"
        ? await startRegistration({ optionsJSON: ceremony.options })
        : await startAuthentication({ optionsJSON: ceremony.options });
    return { done: true, credential: JSON.stringify(credential) };
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    return { done: false, words: wordsOf[name] ?? "Your browser couldn’t complete this." };
  }
}
