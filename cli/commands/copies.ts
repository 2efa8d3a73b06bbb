import { type CommandCall, exitCodes } from "../definition/command-definition";

const flags = {
  cloudflare: "--cloudflare",
  withSecrets: "--with-secrets",
  withoutSecrets: "--without-secrets",
  trustThisFile: "--trust-this-file",
  replace: "--replace",
  yes: "--yes",
} as const;

/** Returns the words of `npm run backup` and `npm run restore`, which read them. */
function wordsOf({ args, options }: CommandCall): string[] {
  const ticked = Object.entries(flags).flatMap(([name, flag]) => (options[name] === true ? [flag] : []));
  const state = typeof options.state === "string" ? ["--state", options.state] : [];
  return [...args, ...state, ...ticked];
}

const exitCodeOf = (isDone: boolean) => (isDone ? exitCodes.done : exitCodes.failed);

/** `upfront backup`: the command of `npm run backup`. */
export async function backUpDeployment(call: CommandCall): Promise<number> {
  const { runBackupCommand } = await import("../../server/backup-command");
  return exitCodeOf(await runBackupCommand(wordsOf(call), { ...call.machine.env }));
}

/** `upfront restore`: the command of `npm run restore`. */
export async function restoreDeployment(call: CommandCall): Promise<number> {
  const { runRestoreCommand } = await import("../../server/restore-command");
  return exitCodeOf(await runRestoreCommand(wordsOf(call), { ...call.machine.env }));
}
