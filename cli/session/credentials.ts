import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CliError } from "../definition/cli-error";
import { exitCodes } from "../definition/command-definition";
import type { CliMachine } from "./machine";

/** What is kept of a sign-in. */
export interface DeploymentCredentials {
  token: string;
  /** ISO 8601; null = the token does not expire. */
  expiresAt: string | null;
}

export interface CredentialFile {
  /** URL of the deployment that commands use when none is named. */
  current: string | null;
  deployments: Record<string, DeploymentCredentials>;
}

type Place = Pick<CliMachine, "env" | "platform" | "home">;

/** Returns the path of the file with tokens: below XDG_CONFIG_HOME, or APPDATA on Windows. */
export function credentialPath({ env, platform, home }: Place): string {
  const folder =
    platform === "win32"
      ? env.APPDATA || join(home, "AppData", "Roaming")
      : env.XDG_CONFIG_HOME || join(home, ".config");
  return join(folder, "upfront", "credentials.json");
}

/** Refuses a file that others can read, because its tokens may have been copied. */
function expectPrivate(path: string, platform: string): void {
  if (platform === "win32") return;
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return;
  throw new CliError(
    `Others on this machine can read ${path} (mode ${mode.toString(8)}). Run chmod 600 ${path}; if anyone could have read it, revoke its tokens on your account page and sign in again.`,
    exitCodes.notAllowed,
  );
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

function parsed(path: string, text: string): CredentialFile {
  try {
    const { current = null, deployments = {} } = JSON.parse(text) as Partial<CredentialFile>;
    return { current, deployments };
  } catch {
    throw new CliError(`${path} is not valid JSON. Delete it and run upfront login.`, exitCodes.notAllowed);
  }
}

/** Reads the file; empty when there is none. Throws CliError when it is unreadable or readable by others. */
export function readCredentials(place: Place): CredentialFile {
  const path = credentialPath(place);
  try {
    const text = readFileSync(path, "utf8");
    expectPrivate(path, place.platform);
    return parsed(path, text);
  } catch (error) {
    if (isMissing(error)) return { current: null, deployments: {} };
    throw error;
  }
}

/** Writes the file for its owner alone, whole or not at all; an empty one is removed. */
export function writeCredentials(place: Place, file: CredentialFile): void {
  const path = credentialPath(place);
  if (Object.keys(file.deployments).length === 0) {
    rmSync(path, { force: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${process.pid}`;
  writeFileSync(beside, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  if (place.platform !== "win32") chmodSync(beside, 0o600);
  renameSync(beside, path);
}
