import type { SettingField } from "~/change/adapter-settings/settings";
import { secretMask } from "~/fields/secret";

/** Length of the shortest secret that is removed; shorter ones would match words that are not secret. */
const minSecretChars = 6;

/**
 * Returns a source's secrets (its address, and those of its settings), which are removed wherever a sender repeats
 * them.
 */
export function secretsOfSource(
  address: string | null,
  fields: readonly SettingField[],
  settings: Record<string, unknown>,
): string[] {
  const own = fields.filter(({ secret }) => secret).map(({ name }) => settings[name]);
  return [address, ...own].filter((each): each is string => typeof each === "string" && each.length >= minSecretChars);
}

export const strikeOutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, secretMask), text);
