import { createHash, createHmac } from "node:crypto";
import type { ConfigurationDocument, ConfigurationPlan, ConfiguredValue } from "./configuration-types";

const digestChars = 22;

/** Sorts the keys of objects, so that equal values have equal texts. */
const stableText = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

/**
 * Returns the digest of a value. `version` is that of the secret that it names, if it names one; `key` is given for a
 * secret itself, so that a stolen database does not help to guess it.
 */
export function valueHash(value: ConfiguredValue, version: string, key: string | null): string {
  const hash = key === null ? createHash("sha256") : createHmac("sha256", key);
  return hash
    .update(`${version} ${stableText(value)}`)
    .digest("base64url")
    .slice(0, digestChars);
}

/** Returns what identifies a plan: the file, and all differences; not where they stand, nor versions of rows. */
export function configurationPlanHash(
  document: ConfigurationDocument,
  prune: boolean,
  { changes }: ConfigurationPlan,
): string {
  const told = changes.map(({ version: _version, place: _place, ...change }) => change);
  return createHash("sha256")
    .update(JSON.stringify([document, prune, told]))
    .digest("base64url")
    .slice(0, digestChars);
}

/** Returns the name of the secret that a value stands for; null = it stands for itself. */
export const secretNameIn = (value: ConfiguredValue | undefined): string | null =>
  typeof value === "object" && value !== null && "secret" in value && typeof value.secret === "string"
    ? value.secret
    : null;

/** False when a file surely names no secret of a page; reading these is a statement of each invocation. */
export const hasNamedSecrets = (document: ConfigurationDocument): boolean =>
  JSON.stringify(document).includes('"secret":');
