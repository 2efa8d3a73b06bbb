import type { MissingSecret } from "../app/backup/rules/backup.ts";
import { backupCopyFailureReasonOf } from "../app/backup/rules/daily.ts";
import { BackupCopyError } from "./backup/copy.ts";
import { TaskError } from "./state/control.ts";
import { WrongOptionError } from "./state/options.ts";
import { StateTakenError } from "./state/state.ts";

const toldInOneLine = [WrongOptionError, BackupCopyError, TaskError];

/**
 * Removes control and invisible characters, so that a file's contents cannot control the terminal, and limits the
 * length.
 */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\ufffd").slice(0, 4000);

/** Explains an error of the disk, with the remedy; null = it was another error. */
export function diskErrorMessage(error: { code?: string; errcode?: number }): string | null {
  const failure = backupCopyFailureReasonOf(error);
  if (failure === "full") return "There is no room left: make some, and try again.";
  if (failure !== "denied") return null;
  return "This user may not: run it as the one who owns the folder.";
}

/** Explains a failed backup or restore to the person in one line. */
export function oneLineErrorMessage(error: unknown): string {
  if (error instanceof StateTakenError)
    return "A start, a backup or a restore on this folder is under way: try again in a moment.";
  if (toldInOneLine.some((each) => error instanceof each)) return plain((error as Error).message);
  const { message } = error as Error;
  if (/lost_race|CHECK constraint failed: lost/.test(message))
    return "Someone signed in meanwhile: nothing was changed.";
  const disk = diskErrorMessage(error as Error & { code?: string });
  if (disk !== null) return plain(`It failed: ${message}. ${disk} Nothing is half written.`);
  return `It failed: ${message}. What is written is written whole or not at all, so it may be run again.`;
}

const places: Record<string, string> = {
  channel: "channel (off until then)",
  mailer: "mailer",
  source: "source (accepts nothing until then)",
  monitor: "monitor (paused until then)",
  page: "page",
  deployment: "deployment",
  identity_provider: "identity provider",
};

/** Returns lines for the console; none when there is nothing to set again. */
export const missingSecretLines = (list: readonly MissingSecret[]): string[] =>
  list.length === 0
    ? []
    : [
        "To set again, as secrets are not in it:",
        ...list.map(({ kind, name, what }) => plain(`  ${places[kind] ?? kind}${name ? ` “${name}”` : ""}: ${what}`)),
      ];
