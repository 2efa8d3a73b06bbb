import { shortHash } from "~/text/short-hash";

/** So many objects a region share the questions: an outage of everything at once does not wait in one line. */
export const groups = 16;

/** Name of the object that looks from a region for the monitors of a shard: the same shard is always of the same group. */
export const opinionPlace = (region: string, shardId: string): string =>
  `opinion-${region}-${shortHash(shardId) % groups}`;
