import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { AccountState, Binding } from "./account-state";
import { accountId } from "./account-state";

export interface Call {
  method: string;
  /** The path without the account. */
  path: string;
  query: URLSearchParams;
  body: Response;
}

export interface Answer {
  status: number;
  body: object;
}

export const failure = (code: number, message: string) => ({
  success: false,
  errors: [{ code, message }],
  messages: [],
  result: null,
});

const well = (result: unknown): Answer => {
  const paging = { page: 1, per_page: 100, count: 0, total_count: Array.isArray(result) ? result.length : 0 };
  return { status: 200, body: { success: true, errors: [], messages: [], result, result_info: paging } };
};

const no = (status: number, code: number, message: string): Answer => ({ status, body: failure(code, message) });

const noWorker = no(404, 10_007, "This Worker does not exist on your account.");

type Handle = (state: AccountState, parts: string[], call: Call) => Answer | Promise<Answer>;

/** Executes a statement, or several as one: the API answers with a list of results. */
function asked(rows: DatabaseSync, sql: string, params: (string | number)[]): unknown[] {
  const meta = { changes: 0, duration: 0, rows_read: 0, rows_written: 0 };
  if (params.length === 0 && /;\s*\S/.test(sql)) {
    rows.exec(sql);
    return [{ success: true, results: [], meta }];
  }
  return [{ success: true, results: rows.prepare(sql).all(...params), meta }];
}

async function query(state: AccountState, [id = ""]: string[], { body }: Call): Promise<Answer> {
  const found = state.databases.find(({ uuid }) => uuid === id);
  if (!found) return no(404, 7404, `The database ${id} could not be found`);
  const { sql, params = [] } = (await body.json()) as { sql: string; params?: (string | number)[] };
  state.asked.push(sql);
  try {
    return well(asked(found.rows, sql, params));
  } catch (error) {
    return no(400, 7500, (error as Error).message);
  }
}

async function makeDatabase(state: AccountState, _: string[], { body }: Call): Promise<Answer> {
  const { name, primary_location_hint: hint } = (await body.json()) as Record<string, string>;
  if (!name || state.databases.some((each) => each.name === name)) {
    return no(400, 7502, "A database with that name already exists");
  }
  const { uuid } = state.makeDatabase(name, hint ?? null);
  return well({ name, uuid });
}

async function makeNamespace(state: AccountState, _: string[], { body }: Call): Promise<Answer> {
  const { title = "" } = (await body.json()) as { title?: string };
  const made = { id: randomUUID().replaceAll("-", ""), title };
  state.namespaces.push(made);
  return well(made);
}

async function makeQueue(state: AccountState, _: string[], { body }: Call): Promise<Answer> {
  const { queue_name = "" } = (await body.json()) as { queue_name?: string };
  const made = { queue_id: randomUUID().replaceAll("-", ""), queue_name, consumer: null };
  state.queues.push(made);
  return well(made);
}

const queueSeen = ({ queue_id, queue_name, consumer }: AccountState["queues"][number]) => ({
  queue_id,
  queue_name,
  producers: [],
  consumers: consumer === null ? [] : [{ type: "worker", script: consumer, consumer_id: "c", settings: {} }],
});

/** https://developers.cloudflare.com/queues/configuration/javascript-apis/#consumer: a queue has one push consumer. */
async function consume(state: AccountState, [id = ""]: string[], { body }: Call): Promise<Answer> {
  const queue = state.queues.find(({ queue_id }) => queue_id === id);
  const { script_name } = (await body.json()) as { script_name: string };
  if (!queue) return no(404, 11_000, "Queue not found");
  if (queue.consumer !== null && queue.consumer !== script_name) {
    return no(409, 11_004, "Queue already has a consumer");
  }
  queue.consumer = script_name;
  return well({ script: script_name });
}

/** Returns the former bindings that stay: secrets always, plain settings when `keep_vars` says so. */
function kept(before: readonly Binding[], metadata: Record<string, unknown>, given: readonly Binding[]): Binding[] {
  const keeps = (metadata.keep_bindings ?? []) as string[];
  return before.filter(
    ({ type, name }) => (type === "secret_text" || keeps.includes(type)) && !given.some((each) => each.name === name),
  );
}

async function upload(state: AccountState, [name = ""]: string[], { body }: Call): Promise<Answer> {
  const form = await body.formData();
  const part = form.get("metadata") as unknown as string | Blob;
  const metadata = JSON.parse(typeof part === "string" ? part : await part.text()) as Record<string, unknown>;
  const worker = state.worker(name);
  const given = ((metadata.bindings ?? []) as Binding[]).filter(({ type }) => type !== "inherit");
  worker.bindings = [...kept(worker.bindings, metadata, given), ...given];
  worker.uploads += 1;
  return well({
    id: randomUUID(),
    deployment_id: randomUUID(),
    tag: name,
    entry_point: "worker.js",
    startup_time_ms: 1,
  });
}

/** The API never returns a secret's text. */
const settingsOf: Handle = (state, [name = ""]) => {
  const worker = state.workers.get(name);
  if (!worker) return noWorker;
  const bindings = worker.bindings.map((each) => (each.type === "secret_text" ? { ...each, text: undefined } : each));
  return well({ bindings, tags: [], compatibility_date: "2026-07-01", migration_tag: "v1" });
};

const withWorker =
  (handle: (worker: ReturnType<AccountState["worker"]>, call: Call) => unknown): Handle =>
  async (state, [name = ""], call) => {
    const worker = state.workers.get(name);
    return worker ? well(await handle(worker, call)) : noWorker;
  };

async function claimDomains(state: AccountState, [name = ""]: string[], { body }: Call): Promise<Answer> {
  const { origins } = (await body.json()) as { origins: { hostname: string }[] };
  state.worker(name).domains = origins.map(({ hostname }) => hostname);
  return well(null);
}

const domainsIn = (state: AccountState) =>
  [...state.workers].flatMap(([service, { domains }]) => domains.map((hostname) => ({ hostname, service })));

const route = (method: string, path: RegExp, handle: Handle) => ({ method, path, handle });

const script = "/workers/scripts/([^/]+)";

/** The routes that a deployment calls. https://developers.cloudflare.com/api/ */
export const routes = [
  route("GET", /^\/accounts$/, ({ accounts }) => well(accounts)),
  route("GET", /^\/memberships$/, ({ accounts }) => well(accounts.map((account) => ({ account })))),
  route("GET", /^\/user$/, () => well({ id: accountId, email: "ada@example.com" })),
  route("GET", /^\/user\/tokens\/verify$/, () => well({ id: accountId, status: "active" })),
  route("GET", /^\/workers\/subdomain$/, ({ subdomain }) =>
    subdomain === null ? no(404, 10_007, "There is no workers.dev subdomain.") : well({ subdomain }),
  ),
  route("GET", /^\/workers\/domains$/, (state, _, { query: search }) =>
    well(
      domainsIn(state).filter(
        ({ hostname, service }) =>
          [null, hostname].includes(search.get("hostname")) && [null, service].includes(search.get("service")),
      ),
    ),
  ),
  route("GET", /^\/zones$/, ({ zones }, _, { query: search }) =>
    well(
      [...zones.keys()]
        .filter((name) => [null, name].includes(search.get("name")))
        .map((name) => ({ id: name, name, account: { id: accountId } })),
    ),
  ),
  route("GET", /^\/zones\/([^/]+)\/dns_records$/, ({ zones }, [zone = ""], { query: search }) =>
    well(
      (zones.get(zone) ?? []).filter((name) => name === search.get("name")).map((name) => ({ name, type: "CNAME" })),
    ),
  ),
  route("GET", /^\/d1\/database$/, ({ databases }) => well(databases.map(({ name, uuid }) => ({ name, uuid })))),
  route("GET", /^\/d1\/database\/([^/]+)$/, ({ databases }, [id]) =>
    well(databases.map(({ name, uuid }) => ({ name, uuid })).find(({ uuid }) => uuid === id) ?? null),
  ),
  route("POST", /^\/d1\/database$/, makeDatabase),
  route("POST", /^\/d1\/database\/([^/]+)\/query$/, query),
  route("GET", /^\/storage\/kv\/namespaces$/, ({ namespaces }) => well(namespaces)),
  route("POST", /^\/storage\/kv\/namespaces$/, makeNamespace),
  route("GET", /^\/queues$/, ({ queues }, _, { query: search }) =>
    well(queues.filter(({ queue_name }) => [null, queue_name].includes(search.get("name"))).map(queueSeen)),
  ),
  route("POST", /^\/queues$/, makeQueue),
  route("POST", /^\/queues\/([^/]+)\/consumers$/, consume),
  route("PUT", /^\/queues\/([^/]+)\/consumers\/[^/]+$/, consume),
  route(
    "GET",
    /^\/workers\/services\/([^/]+)$/,
    withWorker(() => ({
      default_environment: { environment: "production", script: { tag: "t", last_deployed_from: "wrangler" } },
    })),
  ),
  route(
    "GET",
    /^\/workers\/services\/([^/]+)\/environments\/production\/routes$/,
    withWorker(({ routes: own }) => own.map(({ pattern, zone }) => ({ id: pattern, pattern, zone_name: zone }))),
  ),
  route("GET", /^\/workers\/scripts$/, ({ workers }) => well([...workers.keys()].map((id) => ({ id })))),
  route("GET", new RegExp(`^${script}/settings$`), settingsOf),
  route("GET", new RegExp(`^${script}/script-settings$`), settingsOf),
  route("PATCH", new RegExp(`^${script}/script-settings$`), settingsOf),
  route(
    "GET",
    new RegExp(`^${script}/secrets$`),
    withWorker(({ bindings }) =>
      bindings.filter(({ type }) => type === "secret_text").map(({ name, type }) => ({ name, type })),
    ),
  ),
  route(
    "GET",
    new RegExp(`^${script}/subdomain$`),
    withWorker(({ onWorkersDev }) => ({ enabled: onWorkersDev, previews_enabled: false })),
  ),
  route(
    "POST",
    new RegExp(`^${script}/subdomain$`),
    withWorker(async (worker, { body }) => {
      worker.onWorkersDev = ((await body.json()) as { enabled: boolean }).enabled;
      return { enabled: worker.onWorkersDev, previews_enabled: false };
    }),
  ),
  route(
    "PUT",
    new RegExp(`^${script}/schedules$`),
    withWorker(async (worker, { body }) => {
      worker.crons = ((await body.json()) as { cron: string }[]).map(({ cron }) => cron);
      return { schedules: [] };
    }),
  ),
  route("PUT", new RegExp(`^${script}/domains/records$`), claimDomains),
  route("POST", new RegExp(`^${script}/assets-upload-session$`), () => well({ jwt: "done", buckets: [] })),
  route(
    "GET",
    new RegExp(`^${script}/deployments$`),
    withWorker(() => ({ deployments: [{ id: "d", versions: [] }] })),
  ),
  route("PUT", new RegExp(`^${script}$`), upload),
  route("POST", new RegExp(`^${script}/versions$`), upload),
];
