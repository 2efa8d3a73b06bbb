/**
 * Kinds of challenges that a browser must return, signed, within minutes; nothing is stored before the answer is
 * correct.
 */
export const passkeyChallengeKinds = ["passkey_new", "passkey_sign_in", "passkey_step_up"] as const;
export type PasskeyChallengeKind = (typeof passkeyChallengeKinds)[number];

export interface PasskeyChallenge {
  expiresAt: number;
  kind: PasskeyChallengeKind;
  /** 256 bits in base64url; its hash is stored once it is used. */
  nonce: string;
}

/** Returns `expiry.kind.nonce`, which the signature covers. */
export const passkeyChallengeText = ({ expiresAt, kind, nonce }: PasskeyChallenge): string =>
  `${expiresAt.toString(36)}.${kind}.${nonce}`;

const shape = /^([0-9a-z]{1,11})\.([a-z_]{1,20})\.([\w-]{43})\.([\w-]{43})$/;

/**
 * Returns the parts of `expiry.kind.nonce.signature`; null when the text is not one. Only the signature proves that it
 * is ours.
 */
export function parsePasskeyChallenge(text: string): (PasskeyChallenge & { signature: string }) | null {
  const [, expiry = "", word, nonce = "", signature = ""] = shape.exec(text) ?? [];
  const kind = passkeyChallengeKinds.find((each) => each === word);
  return kind ? { expiresAt: Number.parseInt(expiry, 36), kind, nonce, signature } : null;
}
