import type { Secrets } from "~/platform/secrets";
import type { BackupHeader } from "./rules/backup";
import type { CheckedFile } from "./rules/backup-check";

/** What is signed to tell two secrets apart: says nothing of either, and no link reads so. */
export const checked = "backup";

/** What the deployment signs of a whole file: no link and no cookie reads so. */
export const signedOver = (sha256: string) => `backup-file.${sha256}`;

/** Whether this very deployment wrote the file, and nobody has changed it since. */
export async function signedHere({ sha256, signature }: CheckedFile, secrets: Secrets | null): Promise<boolean> {
  return secrets !== null && signature !== null && secrets.verify(signedOver(sha256), signature);
}

/** Whether it was made under the secret of this place; null where that cannot be known. */
export async function sameSecret(
  { secret_check: check }: BackupHeader,
  secrets: Secrets | null,
): Promise<boolean | null> {
  if (!secrets || check === null) return null;
  return secrets.verify(checked, check);
}
