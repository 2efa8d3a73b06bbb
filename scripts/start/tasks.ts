import type { Tasks } from "./control.ts";
import {
  type BackupMade,
  backupOf,
  type Held,
  heldBy,
  type Place,
  type Restored,
  type RestoreOptions,
  restoreInto,
} from "./copy.ts";
import { makeLink } from "./link.ts";

/** What `npm run restore` sends. */
export interface RestoreOrder {
  text: string;
  options: RestoreOptions;
}

/** Where a restore goes. */
export interface Way {
  held(): Promise<Held>;
  restore(order: RestoreOrder): Promise<Restored>;
  after: string;
}

/** A line of JSON, then the file as it is: it may be large, and is not to be quoted. */
const joined = (about: object, text: string) => `${JSON.stringify(about)}\n${text}`;

function parted<T>(input: string): { about: T; text: string } {
  const end = input.indexOf("\n");
  return { about: JSON.parse(input.slice(0, end)) as T, text: input.slice(end + 1) };
}

export const orderText = ({ text, options }: RestoreOrder): string => joined(options, text);

export function madeOf(answer: string): BackupMade {
  const { about, text } = parted<Omit<BackupMade, "text">>(answer);
  return { ...about, text };
}

/** `after` follows a restore: a running one shows at once what was brought. */
export const tasksOf = (place: Place, origin: string, after: () => Promise<void>): Tasks => ({
  link: () => makeLink(place.database, origin),
  held: async () => JSON.stringify(await heldBy(place)),
  async backup(input) {
    const { text, ...about } = await backupOf(place, (JSON.parse(input) as { withSecrets: boolean }).withSecrets);
    return joined(about, text);
  },
  async restore(input) {
    const { about, text } = parted<RestoreOptions>(input);
    const restored = await restoreInto(place, text, about);
    await after();
    return JSON.stringify(restored);
  },
});
