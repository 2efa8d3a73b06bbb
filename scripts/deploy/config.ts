/** What `npm run deploy` writes into wrangler.toml: ids of the account's own resources. */

const blankId = "00000000-0000-0000-0000-000000000000";

export const hasDatabase = (config: string): boolean =>
  /^database_id = "[0-9a-f-]{36}"$/m.test(config) && !config.includes(blankId);

export const withDatabase = (config: string, id: string): string =>
  config.replace(/^database_id = ".*"$/m, `database_id = "${id}"`);

export const databaseName = (config: string): string => /^database_name = "(.+)"$/m.exec(config)?.[1] ?? "upfront";

export const workerName = (config: string): string => /^name = "(.+)"$/m.exec(config)?.[1] ?? "upfront";

const copies = /\[\[kv_namespaces\]\]\nbinding = "COPIES"\nid = "([^"]+)"/;

export const hasCopies = (config: string): boolean => copies.test(config);

/** The last good copies of pages, for when the database is away. */
export const withCopies = (config: string, id: string): string =>
  hasCopies(config) ? config : `${config.trimEnd()}\n\n[[kv_namespaces]]\nbinding = "COPIES"\nid = "${id}"\n`;

const wake = 'binding = "WAKE"';

export const hasWake = (config: string): boolean => config.includes(wake);

/** Wakes the sender at once, and not only each minute. Four at a time are kind to a mail server. */
export const withWake = (config: string, queue: string): string =>
  hasWake(config)
    ? config
    : `${config.trimEnd()}

[[queues.producers]]
${wake}
queue = "${queue}"

[[queues.consumers]]
queue = "${queue}"
max_batch_size = 1
max_batch_timeout = 0
max_concurrency = 4
max_retries = 0
`;

const address = /^UPFRONT_URL = "(.+)"$/m;

export const addressIn = (config: string): string | null => address.exec(config)?.[1] ?? null;

/** The public address, origin of all absolute links. */
export function withAddress(config: string, url: string): string {
  const line = `UPFRONT_URL = "${url}"`;
  if (address.test(config)) return config.replace(address, line);
  return /^\[vars\]$/m.test(config)
    ? config.replace(/^\[vars\]$/m, `[vars]\n${line}`)
    : `${config.trimEnd()}\n\n[vars]\n${line}\n`;
}
