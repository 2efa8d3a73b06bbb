import { createHash } from "node:crypto";

/** SHA-256 of a text that comes in parts. */
export interface TextHash {
  /** Adds the part and returns it. */
  noted(part: string): string;
  hex(): string;
}

export function makeTextHash(): TextHash {
  const hash = createHash("sha256");
  return {
    noted(part) {
      hash.update(part);
      return part;
    },
    hex: () => hash.digest("hex"),
  };
}
