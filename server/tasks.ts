import type { D1Database } from "@cloudflare/workers-types";
import type { OpenText } from "../app/backup/read.ts";
import type { Held } from "./backup/copy.ts";
import type { Restored, RestoreOptions } from "./backup/copy-restore.ts";
import { makeLink } from "./link.ts";
import type { Tasks } from "./state/control.ts";

/** Those of the deployment: a backup opens with them what is sealed. */
export interface KnownSecrets {
  secret: string;
  oldSecret?: string | undefined;
}

export interface TaskPlace extends KnownSecrets {
  database: D1Database;
}

/** Where a restore goes. */
export interface Way {
  held(): Promise<Held>;
  restore(open: OpenText, options: RestoreOptions): Promise<Restored>;
  after: string;
}

/**
 * What the other commands ask a running start for. Who may ask may read the folder with all that is in it, and this
 * process's environment: the secrets are no news to them. `look` follows a restore, so that it shows at once.
 */
export const tasksOf = (
  { database, secret, oldSecret }: TaskPlace,
  origin: string,
  look: () => Promise<void>,
): Tasks => ({
  link: () => makeLink(database, origin),
  secrets: async () => JSON.stringify({ secret, oldSecret } satisfies KnownSecrets),
  async look() {
    await look();
    return "";
  },
});
