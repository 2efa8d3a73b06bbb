import { fnvHash } from "~/text/short-hash";

/** Number of objects per region that share the questions, so that a large outage does not queue in one object. */
export const checkersPerRegion = 16;

/**
 * Returns the name of the object that checks from a region for a shard's monitors; a shard always has the same group.
 */
export const regionCheckerName = (region: string, shardId: string): string =>
  `opinion-${region}-${fnvHash(shardId) % checkersPerRegion}`;
