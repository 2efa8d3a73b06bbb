import type { Tasks } from "./control.ts";
import { backupOf, heldBy, type Place, type RestoreOptions, restoreInto } from "./copy.ts";
import { makeLink } from "./link.ts";

/** What `npm run restore` sends. */
export interface RestoreOrder {
  text: string;
  options: RestoreOptions;
}

/** `after` follows a restore: a running one shows at once what was brought. */
export const tasksOf = (place: Place, origin: string, after: () => Promise<void>): Tasks => ({
  link: () => makeLink(place.database, origin),
  held: async () => JSON.stringify(await heldBy(place)),
  backup: async (input) =>
    JSON.stringify(await backupOf(place, (JSON.parse(input) as { withSecrets: boolean }).withSecrets)),
  async restore(input) {
    const { text, options } = JSON.parse(input) as RestoreOrder;
    const restored = await restoreInto(place, text, options);
    await after();
    return JSON.stringify(restored);
  },
});
