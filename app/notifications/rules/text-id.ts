import { createHash } from "node:crypto";

/** Hexadecimal digits that distinguish a text from all others of one notice to one recipient. */
const idChars = 12;

const fingerprintOf = (parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, idChars);

/**
 * Returns the id of a text: equal at every attempt with the same text, and different when the text has changed, because
 * an earlier attempt may have arrived. `base` = notice and recipient.
 */
export const textIdOf = (base: string, parts: readonly string[]): string => `${base}.${fingerprintOf(parts)}`;
