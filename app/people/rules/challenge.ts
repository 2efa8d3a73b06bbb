/**
 * Kinds of challenges that a browser must return, signed, within minutes; nothing is stored before the answer is
 * correct.
 */
export const challengeKinds = ["passkey_new", "passkey_sign_in", "passkey_step_up"] as const;
export type ChallengeKind = (typeof challengeKinds)[number];

export interface ProofChallenge {
  expiresAt: number;
  kind: ChallengeKind;
  /** 256 bits in base64url; its hash is stored once it is used. */
  nonce: string;
}

/** Returns `expiry.kind.nonce`, which the signature covers. */
export const challengeBody = ({ expiresAt, kind, nonce }: ProofChallenge): string =>
  `${expiresAt.toString(36)}.${kind}.${nonce}`;

const shape = /^([0-9a-z]{1,11})\.([a-z_]{1,20})\.([\w-]{43})\.([\w-]{43})$/;

/**
 * Returns the parts of `expiry.kind.nonce.signature`; null when the text is not one. Only the signature proves that it
 * is ours.
 */
export function readChallenge(text: string): (ProofChallenge & { signature: string }) | null {
  const [, expiry = "", word, nonce = "", signature = ""] = shape.exec(text) ?? [];
  const kind = challengeKinds.find((each) => each === word);
  return kind ? { expiresAt: Number.parseInt(expiry, 36), kind, nonce, signature } : null;
}
