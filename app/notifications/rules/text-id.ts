import { createHash } from "node:crypto";

/** So many letters tell a text from all others that one notice ever had for one recipient. */
const length = 12;

const fingerprintOf = (parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, length);

/**
 * The id of these words: equal on every try as long as they are, and another one where what is told has changed since,
 * because an earlier try may have arrived. `base`: notice and recipient.
 */
export const textIdOf = (base: string, parts: readonly string[]): string => `${base}.${fingerprintOf(parts)}`;
