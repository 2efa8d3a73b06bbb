/** What a browser has to bring back, signed, within minutes; nothing of it is stored before it was answered rightly. */
export const challengeKinds = ["passkey_new", "passkey_sign_in", "passkey_step_up"] as const;
export type ChallengeKind = (typeof challengeKinds)[number];

export interface Challenge {
  expiresAt: number;
  kind: ChallengeKind;
  /** 256 bits in base64url; its hash is what is kept once it is spent. */
  nonce: string;
}

/** `expiry.kind.nonce`, over which the signature goes. */
export const challengeBody = ({ expiresAt, kind, nonce }: Challenge): string =>
  `${expiresAt.toString(36)}.${kind}.${nonce}`;

const shape = /^([0-9a-z]{1,11})\.([a-z_]{1,20})\.([\w-]{43})\.([\w-]{43})$/;

/** The parts of `expiry.kind.nonce.signature`; null = it is none. Whether it is ours, the signature says. */
export function readChallenge(text: string): (Challenge & { signature: string }) | null {
  const [, expiry = "", word, nonce = "", signature = ""] = shape.exec(text) ?? [];
  const kind = challengeKinds.find((each) => each === word);
  return kind ? { expiresAt: Number.parseInt(expiry, 36), kind, nonce, signature } : null;
}
