import { type CloudflareApi, CloudflareApiError } from "./api.ts";
import { DeployError } from "./deploy-error.ts";

/** Returns the names of a deployment's resources, after its worker, so that two deployments share nothing. */
export const resourceNamesOf = (worker: string) => ({
  database: worker,
  copies: `${worker}-copies`,
  wake: `${worker}-wake`,
});

export interface AccountResources {
  databaseId: string | null;
  copiesId: string | null;
  queue: string | null;
}

async function databaseNamed(api: CloudflareApi, name: string): Promise<string | null> {
  const path = `/d1/database?name=${name}&per_page=100`;
  const list = await api.list<{ name: string; uuid: string }>(path, "The databases could not be listed");
  return list.find((each) => each.name === name)?.uuid ?? null;
}

/** KV lists a hundred at a time. */
async function copiesNamed(api: CloudflareApi, title: string): Promise<string | null> {
  for (let page = 1; ; page++) {
    const path = `/storage/kv/namespaces?per_page=100&page=${page}`;
    const list = await api.list<{ title: string; id: string }>(path, "The KV namespaces could not be listed");
    const found = list.find((each) => each.title === title);
    if (found || list.length < 100) return found?.id ?? null;
  }
}

async function queueNamed(api: CloudflareApi, name: string): Promise<string | null> {
  const list = await api.list<{ queue_name: string }>(`/queues?name=${name}`, "The queues could not be listed");
  return list.some((each) => each.queue_name === name) ? name : null;
}

/** Makes an optional resource: an account that may not have or list it continues without. */
async function wished<T>(work: () => Promise<T | null>, without: string): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CloudflareApiError) || error.status !== 403) throw error;
    console.error(`${error.message} ${without}`);
    return null;
  }
}

const withoutCopies = "Copies of pages for when the database is away are kept in memory and cache only.";
const withoutQueue = "Emails are sent after the request that caused them, or with the next minute’s run.";

/** Finds existing resources of these names, used by a worker or not. */
export async function findAccountResources(api: CloudflareApi, worker: string): Promise<AccountResources> {
  const { database, copies, wake } = resourceNamesOf(worker);
  return {
    databaseId: await databaseNamed(api, database),
    copiesId: await wished(() => copiesNamed(api, copies), withoutCopies),
    queue: await wished(() => queueNamed(api, wake), withoutQueue),
  };
}

async function makeDatabase(api: CloudflareApi, name: string, location: string | null): Promise<string> {
  const hint = location === null ? {} : { primary_location_hint: location };
  const ask = { method: "POST", body: { name, ...hint }, what: `The database ${name} could not be made` };
  // Another deployment may have created it meanwhile, which is then used.
  const made = await api.ask<{ uuid?: string }>("/d1/database", ask).catch(async (error) => {
    const uuid = error instanceof CloudflareApiError ? await databaseNamed(api, name) : null;
    if (uuid === null) throw error;
    return { uuid };
  });
  if (!made.uuid) throw new DeployError(`The database ${name} could not be made: Cloudflare named no id.`);
  return made.uuid;
}

async function makeCopies(api: CloudflareApi, title: string): Promise<string | null> {
  const ask = { method: "POST", body: { title }, what: `The KV namespace ${title} could not be made` };
  return (await api.ask<{ id?: string }>("/storage/kv/namespaces", ask)).id ?? null;
}

async function makeQueue(api: CloudflareApi, name: string): Promise<string> {
  await api.ask("/queues", { method: "POST", body: { queue_name: name }, what: `The queue ${name} could not be made` });
  return name;
}

/** Makes missing resources. The database comes first: without it the others are useless. */
export async function ensureResources(
  api: CloudflareApi,
  worker: string,
  { found, location }: { found: AccountResources; location: string | null },
): Promise<AccountResources & { databaseId: string }> {
  const { database, copies, wake } = resourceNamesOf(worker);
  const databaseId = found.databaseId ?? (await makeDatabase(api, database, location));
  const copiesId = found.copiesId ?? (await wished(() => makeCopies(api, copies), withoutCopies));
  const queue = found.queue ?? (await wished(() => makeQueue(api, wake), withoutQueue));
  return { databaseId, copiesId, queue };
}
