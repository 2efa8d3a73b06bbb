import { type CloudflareApi, CloudflareApiError } from "./api.ts";

interface WorkerBinding {
  type: string;
  name: string;
  text?: string;
  /** Names of the resource in bindings of D1 and KV; a queue has its name. */
  id?: string;
  database_id?: string;
  namespace_id?: string;
  queue_name?: string;
}

/** A worker's present state at Cloudflare: the starting point of a deployment, from any clone. */
export interface DeployedWorker {
  /** Plain settings by name. */
  vars: Record<string, string>;
  secrets: string[];
  databaseId: string | null;
  copiesId: string | null;
  queue: string | null;
  /** Custom domains, and routes with their zones, however they were set. */
  domains: string[];
  routes: { pattern: string; zone: string }[];
}

/** Codes of a missing worker: https://developers.cloudflare.com/api/ answers with either. */
const noWorker = [10_007, 10_090];

function fromBindings(bindings: readonly WorkerBinding[]): Omit<DeployedWorker, "domains" | "routes"> {
  const named = (name: string, type: string) => bindings.find((each) => each.name === name && each.type === type);
  const database = named("DB", "d1");
  const plain = bindings.filter(({ type, text }) => type === "plain_text" && text !== undefined);
  return {
    vars: Object.fromEntries(plain.map(({ name, text }) => [name, text ?? ""])),
    secrets: bindings.filter(({ type }) => type === "secret_text").map(({ name }) => name),
    databaseId: database?.id ?? database?.database_id ?? null,
    copiesId: named("COPIES", "kv_namespace")?.namespace_id ?? null,
    queue: named("WAKE", "queue")?.queue_name ?? null,
  };
}

const routesPath = (name: string) => `/workers/services/${name}/environments/production/routes?show_zonename=true`;

/** Returns the deployment with this name; null = none. Throws CloudflareApiError when that cannot be determined. */
export async function readDeployedWorker(api: CloudflareApi, name: string): Promise<DeployedWorker | null> {
  const what = "The deployment could not be read";
  const settings = await api.find<{ bindings?: WorkerBinding[] }>(`/workers/scripts/${name}/settings`, noWorker, what);
  if (settings === null) return null;
  if (!Array.isArray(settings.bindings)) throw new CloudflareApiError(what, 200, null, "no bindings");
  const domains = await api.list<{ hostname: string }>(`/workers/domains?service=${name}`, what);
  const routes = await api.list<{ pattern: string; zone_name: string }>(routesPath(name), what);
  return {
    ...fromBindings(settings.bindings),
    domains: domains.map(({ hostname }) => hostname),
    routes: routes.map(({ pattern, zone_name }) => ({ pattern, zone: zone_name })),
  };
}

/** Returns `example` of example.workers.dev; null when the account has none. */
export async function readSubdomain(api: CloudflareApi): Promise<string | null> {
  const what = "The account’s workers.dev name could not be read";
  const found = await api.find<{ subdomain?: string }>("/workers/subdomain", noWorker, what);
  return found?.subdomain ?? null;
}
