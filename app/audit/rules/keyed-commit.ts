const keyed = /^(key-[0-9a-f]{40})-[0-9a-f]{12}$/;

/** Returns the id of a commit that a program names by a key: digits of the key's hash, then of the content's hash. */
export const keyedCommitId = (keyHash: string, contentHash: string): string =>
  `key-${keyHash.slice(0, 40)}-${contentHash.slice(0, 12)}`;

/** Returns the prefix that all commits of one key share; null when the commit has no key. */
export const keyOfCommit = (commitId: string): string | null => keyed.exec(commitId)?.[1] ?? null;
