import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openCloudflareApi } from "../../scripts/deploy/api.ts";
import { openRemoteDatabase } from "../../scripts/deploy/database.ts";
import { deployWorker } from "../../scripts/deploy/deploy.ts";
import { DeployError } from "../../scripts/deploy/deploy-error.ts";
import { withDeployLock } from "../../scripts/deploy/lock.ts";
import { readDeployOptions } from "../../scripts/deploy/options.ts";
import { ensureResources, findAccountResources } from "../../scripts/deploy/resources.ts";
import { recordSealingKey, sealingKeyIdOf } from "../../scripts/deploy/secret.ts";
import { migrationNames } from "../../server/migrate.ts";
import { FakeAccount, troubles } from "../support/platform/account";
import { accountId, type FakeDatabase } from "../support/platform/account-state";

const account = new FakeAccount();
const secret = "s".repeat(40);
const other = "o".repeat(40);
let printed: string[] = [];

beforeAll(async () => {
  for (const [name, value] of Object.entries(await account.open())) vi.stubEnv(name, value);
  vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", "");
});
afterAll(() => {
  vi.unstubAllEnvs();
  account.close();
});
beforeEach(() => {
  account.reset();
  printed = [];
  const print = (line: unknown) => void printed.push(String(line));
  vi.spyOn(console, "log").mockImplementation(print);
  vi.spyOn(console, "error").mockImplementation(print);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const optionsOf = (args: string[] = [], env: Record<string, string> = {}) =>
  readDeployOptions(args, { CLOUDFLARE_ACCOUNT_ID: accountId, ...env });

const attempt = (args: string[] = [], env: Record<string, string> = {}) =>
  deployWorker(optionsOf(args, env)).then(
    () => null,
    (error: unknown) => error as Error,
  );

/** Tables of a deployment, as far as one asks them. */
function fill(
  { rows }: FakeDatabase,
  { key = null as string | null, owner = false, migrations = migrationNames() } = {},
) {
  rows.exec(`CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE deployment (id INTEGER PRIMARY KEY, secret_key TEXT);
    CREATE TABLE person (id TEXT, kind TEXT);
    CREATE TABLE sign_in_link (token_hash TEXT, kind TEXT, created_at INTEGER, expires_at INTEGER)`);
  for (const name of migrations) rows.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").run(name);
  rows.prepare("INSERT INTO deployment (id, secret_key) VALUES (1, ?1)").run(key);
  if (owner) rows.exec("INSERT INTO person VALUES ('ada', 'human')");
}

/** What an earlier deployment left. */
function deployed(given: { key?: string | null; owner?: boolean; migrations?: string[]; secrets?: string[] } = {}) {
  const database = account.state.makeDatabase("upfront", null);
  fill(database, given);
  const secrets = given.secrets ?? ["UPFRONT_SECRET"];
  account.state.worker("upfront").bindings = [
    { type: "d1", name: "DB", id: database.uuid },
    { type: "plain_text", name: "UPFRONT_URL", text: "https://status.example.com" },
    { type: "plain_text", name: "UPFRONT_PLAN", text: "paid" },
    ...secrets.map((name) => ({ type: "secret_text", name, text: secret })),
  ];
  return database;
}

describe("an answer that is none stops the deployment, and nothing is made", () => {
  const calls = [
    "/workers/scripts/upfront/settings",
    "/workers/domains",
    "/d1/database",
    "/queues",
    "/workers/subdomain",
  ];
  const each = calls.flatMap((call) => Object.entries(troubles).map(([name, answer]) => ({ call, name, answer })));

  // Without a queue Upfront works: an account that may not look goes on without.
  const stopping = each.filter(({ call, name }) => call !== "/queues" || name !== "forbidden");

  test.each(stopping)("GET $call: $name", async ({ call, answer }) => {
    deployed({ key: sealingKeyIdOf(secret) });
    account.script(new RegExp(`^GET ${call}`), answer);
    expect(await attempt()).toBeInstanceOf(DeployError);
    expect(account.written).toEqual([]);
    expect(account.state.workers.get("upfront")?.uploads).toBe(0);
  });

  test("the database that does not answer", async () => {
    deployed({ key: sealingKeyIdOf(secret) });
    account.script(/^POST .*\/query$/, troubles.internal);
    expect((await attempt())?.message).toMatch(/database could not be asked: Cloudflare answered 500/);
    expect(account.written).toEqual([]);
  });
});

describe("the secret", () => {
  test("another one than the database was sealed with is refused, and nothing is uploaded", async () => {
    deployed({ key: sealingKeyIdOf(secret) });
    expect((await attempt([], { UPFRONT_SECRET: other }))?.message).toMatch(
      /another one than this database was sealed/,
    );
    expect(account.state.workers.get("upfront")?.uploads).toBe(0);
  });

  test("a worker that lost its secret beside a database in use gets none made", async () => {
    deployed({ key: sealingKeyIdOf(secret), secrets: [] });
    expect((await attempt())?.message).toMatch(/The worker has no secret, but its database is in use/);
    account.reset();
    deployed({ owner: true, secrets: [] });
    expect((await attempt())?.message).toMatch(/The worker has no secret, but its database is in use/);
  });

  test("none is made where a log keeps what is printed", async () => {
    expect((await attempt([], { CI: "true" }))?.message).toMatch(/set UPFRONT_SECRET .* among the secrets of your CI/);
    expect(account.state.workers.size).toBe(0);
  });

  test("its check value is noted once", async () => {
    const database = deployed();
    const remote = openRemoteDatabase(openCloudflareApi({}, accountId), database.uuid);
    await recordSealingKey(remote, secret);
    await recordSealingKey(remote, other);
    expect(database.rows.prepare("SELECT secret_key FROM deployment").all()).toEqual([
      { secret_key: sealingKeyIdOf(secret) },
    ]);
  });
});

test("an older checkout refuses to go over a newer schema", async () => {
  deployed({ key: sealingKeyIdOf(secret), migrations: [...migrationNames(), "9999_later.sql"] });
  expect((await attempt())?.message).toMatch(
    /checkout is older than what is deployed: its database has 9999_later\.sql/,
  );
  expect(account.written).toEqual([]);
});

test("--check says what would change, and changes nothing", async () => {
  expect(await attempt(["--check", "--location", "weur", "--plan", "paid"])).toBeNull();
  const lines = printed.join("\n");
  for (const line of [
    "Would be at https://upfront.example.workers.dev/",
    "new worker upfront",
    "new database upfront in weur",
    "new KV namespace upfront-copies",
    "new queue upfront-wake",
    `migration ${migrationNames()[0]}`,
    "plan: paid",
    "Nothing was changed.",
  ]) {
    expect(lines).toContain(line);
  }
  expect(account.written).toEqual([]);
});

test("the state is read from the deployment itself: address, plan and settings stay without a flag", async () => {
  deployed({ key: sealingKeyIdOf(secret) });
  account.state.subdomain = null;
  await attempt(["--check"]);
  expect(printed[0]).toBe("Deployed at https://status.example.com/");
  expect(printed.join("\n")).not.toMatch(/address|plan:/);
});

test("an account without a workers.dev name has no address, and is told before anything is made", async () => {
  account.state.subdomain = null;
  expect((await attempt())?.message).toMatch(/no workers\.dev name.*--domain/);
  expect(account.written).toEqual([]);
});

describe("the account", () => {
  test("several in reach: which one must be said, and they are named", async () => {
    account.state.accounts.push({ id: "b".repeat(32), name: "Other" });
    const error = await deployWorker(readDeployOptions([], {})).catch((caught: Error) => caught);
    expect((error as Error).message).toMatch(/Several accounts.*--account[\s\S]*Example[\s\S]*Other/);
  });

  test("none in reach", async () => {
    account.state.accounts = [];
    const error = await deployWorker(readDeployOptions([], {})).catch((caught: Error) => caught);
    expect((error as Error).message).toMatch(/reach no account/);
  });
});

describe("a custom domain", () => {
  test("of another worker, with a DNS record, or in no zone of the account is refused", async () => {
    account.state.worker("shop").domains = ["shop.example.com"];
    account.state.zones.set("example.com", ["www.example.com"]);
    expect((await attempt(["--domain", "shop.example.com"]))?.message).toMatch(/belongs to the worker shop/);
    expect((await attempt(["--domain", "www.example.com"]))?.message).toMatch(/has a DNS record/);
    expect((await attempt(["--domain", "status.example.org"]))?.message).toMatch(/in no zone of this account/);
    expect(account.written).toEqual([]);
    expect(await attempt(["--check", "--domain", "status.example.com"])).toBeNull();
    expect(printed.join("\n")).toContain("custom domain status.example.com");
  });
});

describe("two at once", () => {
  const openOne = () => {
    const { uuid } = account.state.makeDatabase("upfront", null);
    return openRemoteDatabase(openCloudflareApi({}, accountId), uuid);
  };

  test("the second fails in words, one that was killed holds for 15 minutes", async () => {
    const database = openOne();
    let ended = () => {};
    const first = withDeployLock(database, 0, () => new Promise<void>((resolve) => (ended = resolve)));
    await vi.waitFor(() => expect(account.state.asked.at(-1)).toContain("INSERT INTO d1_deploying"));
    await expect(withDeployLock(database, 60_000, async () => "done")).rejects.toThrow(
      /Another deployment runs since 1970/,
    );
    expect(await withDeployLock(database, 15 * 60_000, async () => "done")).toBe("done");
    ended();
    await first;
    expect(await withDeployLock(database, 16 * 60_000, async () => "done")).toBe("done");
  });

  test("a database that the other one made meanwhile is used", async () => {
    const api = openCloudflareApi({}, accountId);
    const found = await findAccountResources(api, "upfront");
    const { uuid } = account.state.makeDatabase("upfront", null);
    expect((await ensureResources(api, "upfront", { found, location: null })).databaseId).toBe(uuid);
  });
});

test("an account that may not have KV or queues goes on without; one in trouble stops", async () => {
  const api = openCloudflareApi({}, accountId);
  account.script(/\/(storage\/kv\/namespaces|queues)$/, troubles.forbidden);
  const found = await findAccountResources(api, "upfront");
  expect(await ensureResources(api, "upfront", { found, location: "weur" })).toMatchObject({
    copiesId: null,
    queue: null,
  });
  expect(account.state.databases.map(({ name, location }) => [name, location])).toEqual([["upfront", "weur"]]);
  account.reset();
  account.script(/GET \/queues$/, troubles.rateLimited);
  await expect(findAccountResources(api, "upfront")).rejects.toThrow(/answered 429, “Please wait/);
});

test("the sign-in link is made on demand, and never where a log keeps it", async () => {
  const database = deployed({ key: sealingKeyIdOf(secret), owner: true });
  expect((await attempt(["--link"], { CI: "1" }))?.message).toMatch(/not printed where CI is set/);
  expect(await attempt(["--link"])).toBeNull();
  expect(printed.join("\n")).toMatch(/https:\/\/status\.example\.com\/manage\/sign-in\/[\w-]{43}/);
  expect(database.rows.prepare("SELECT kind FROM sign_in_link").all()).toEqual([{ kind: "console" }]);
  account.reset();
  expect((await attempt(["--link"]))?.message).toMatch(/Nothing is deployed under the name upfront/);
});
