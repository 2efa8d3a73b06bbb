import type { D1Database } from "@cloudflare/workers-types";
import type { TextStreamOpener } from "../app/backup/read.ts";
import type { DeploymentContents } from "./backup/copy.ts";
import type { RestoreOptions, RestoreResult } from "./backup/copy-restore.ts";
import { createSignInLink } from "./link.ts";
import type { ControlTasks } from "./state/control.ts";

/** Secrets of the deployment, with which a backup opens sealed texts. */
export interface DeploymentSecrets {
  secret: string;
  oldSecret?: string | undefined;
}

export interface TaskDatabase extends DeploymentSecrets {
  database: D1Database;
}

/** Target of a restore. */
export interface RestoreTarget {
  held(): Promise<DeploymentContents>;
  restore(open: TextStreamOpener, options: RestoreOptions): Promise<RestoreResult>;
  after: string;
}

/**
 * Returns the tasks that other commands ask of a running start. A caller may already read the folder with all its
 * contents, and this process's environment, so that the secrets are not disclosed. `look` follows a restore, so that it
 * shows at once.
 */
export const controlTasksOf = (
  { database, secret, oldSecret }: TaskDatabase,
  origin: string,
  look: () => Promise<void>,
): ControlTasks => ({
  link: () => createSignInLink(database, origin),
  secrets: async () => JSON.stringify({ secret, oldSecret } satisfies DeploymentSecrets),
  async look() {
    await look();
    return "";
  },
});
