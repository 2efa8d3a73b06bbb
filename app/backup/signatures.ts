import type { Secrets } from "~/platform/secrets";
import type { BackupHeader } from "./rules/backup";
import type { CheckedBackupFile } from "./rules/backup-check";

/** Text that is signed to tell two secrets apart: it reveals neither, and no link has this form. */
export const secretCheckText = "backup";

/** Returns the text that the deployment signs for a whole file: no link or cookie has this form. */
export const backupSigningText = (sha256: string) => `backup-file.${sha256}`;

/** Returns true when this deployment wrote the file and it was not changed since. */
export async function isBackupSignedHere(
  { sha256, signature }: CheckedBackupFile,
  secrets: Secrets | null,
): Promise<boolean> {
  return secrets !== null && signature !== null && secrets.verify(backupSigningText(sha256), signature);
}

/** Returns true when it was made under this deployment's secret; null when that cannot be determined. */
export async function hasBackupSameSecret(
  { secret_check: check }: BackupHeader,
  secrets: Secrets | null,
): Promise<boolean | null> {
  if (!secrets || check === null) return null;
  return secrets.verify(secretCheckText, check);
}
