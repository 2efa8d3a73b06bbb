import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeSecrets } from "~/platform/secrets";
import { deploymentConfigText } from "../../scripts/deploy/config.ts";
import { readDeployOptions } from "../../scripts/deploy/options.ts";
import { planDeployment } from "../../scripts/deploy/plan.ts";
import { chooseDeploymentSecret, sealingKeyIdOf } from "../../scripts/deploy/secret.ts";
import { sqlWithLiterals } from "../../scripts/deploy/sql.ts";
import { parseJsonOutput } from "../../scripts/deploy/wrangler.ts";
import { newSignInLink } from "../../server/link.ts";
import { root } from "../support/sources";

/** As it is committed: nothing of anybody's account in it. */
const committed = readFileSync(join(root, "wrangler.toml"), "utf8");

const given = {
  name: "staging",
  databaseId: "3f2b9c1e-0000-4000-8000-1234567890ab",
  copiesId: "abc123",
  queue: "staging-wake",
  vars: { UPFRONT_URL: "https://status.example.com", NOTE: 'a "word"' },
  domains: ["status.example.com"],
  routes: [{ pattern: "*/*", zone: "example.com" }],
};

test("the committed settings name no account's resources", () => {
  expect(committed).toMatch(/^database_id = "00000000-0000-0000-0000-000000000000"$/m);
  expect(committed).not.toMatch(/kv_namespaces|queues|\[vars\]|routes/);
});

test("calls to the own zone go through Cloudflare, and a tenth of our own log lines is kept, without addresses and paths", () => {
  expect(committed).toMatch(/^compatibility_flags = \[.*"global_fetch_strictly_public".*\]$/m);
  expect(committed).toMatch(/^\[observability\]\nenabled = true\nhead_sampling_rate = 0\.1$/m);
  expect(committed).toMatch(/^\[observability\.logs\]\ninvocation_logs = false$/m);
});

test("the example for CI deploys one at a time, and gives what a deployment without a person needs", () => {
  const example = readFileSync(join(root, ".github/workflows/deploy.example.yml"), "utf8");
  expect(example).toMatch(/concurrency:\n {2}group: deploy\n {2}cancel-in-progress: false/);
  expect(example).toMatch(/- run: npm ci\n\s+- run: npm run deploy\n/);
  expect(example).not.toMatch(/run deploy -- --link\n/);
  const given = [...example.matchAll(/^\s+(\w+): \$\{\{ (secrets|vars)\.(\w+) \}\}$/gm)];
  expect(given.map(([, name, kind]) => `${kind} ${name}`)).toEqual([
    "secrets CLOUDFLARE_API_TOKEN",
    "vars CLOUDFLARE_ACCOUNT_ID",
    "secrets UPFRONT_SECRET",
    "vars UPFRONT_DOMAIN",
    "vars UPFRONT_LOCATION",
    "vars UPFRONT_PLAN",
  ]);
});

test("the unit for systemd writes nowhere but in its state, with no power and no new one", () => {
  const unit = readFileSync(join(root, "docs/examples/upfront.service"), "utf8");
  const hardened = [
    "DynamicUser=yes",
    "NoNewPrivileges=yes",
    "ProtectSystem=strict",
    "ProtectHome=yes",
    "PrivateTmp=yes",
  ];
  for (const line of [...hardened, "StateDirectory=upfront", "CapabilityBoundingSet=", "UMask=0077"]) {
    expect(unit).toMatch(new RegExp(`^${line}$`, "m"));
  }
  for (const line of ["Type=notify", "NotifyAccess=all", "WatchdogSec=5min", "Restart=always"]) {
    expect(unit).toMatch(new RegExp(`^${line}$`, "m"));
  }
  expect(unit).not.toMatch(/^ReadWritePaths=|^User=root/m);
});

test("what the deploy button asks for is there: its two commands, and a database that it can make", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const button = /\[!\[Deploy to Cloudflare\]\(https:\/\/deploy\.workers\.cloudflare\.com\/button\)\]\((\S+)\)/.exec(
    readme,
  )?.[1];
  expect(new URL(button ?? "").searchParams.get("url")).toMatch(/^https:\/\/github\.com\/[^/]+\/[^/]+$/);
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["build", "deploy"]));
  expect(committed).toMatch(/binding = "DB"\ndatabase_name = "upfront"/);
  for (const name of ["UPFRONT_SECRET", "CLOUDFLARE_API_TOKEN", "deploy.example.yml"]) expect(readme).toContain(name);
});

test("a deployment's settings are the committed ones with its resources, named after the worker", () => {
  const config = deploymentConfigText(committed, given, "../..");
  for (const line of [
    'name = "staging"',
    "keep_vars = true",
    'main = "../../build/server/worker.js"',
    'directory = "../../build/client"',
    'migrations_dir = "../../migrations"',
    'database_name = "staging"',
    `database_id = "${given.databaseId}"`,
    'id = "abc123"',
    'queue = "staging-wake"',
    'UPFRONT_URL = "https://status.example.com"',
    'NOTE = "a \\"word\\""',
    'routes = [{ pattern = "status.example.com", custom_domain = true }, { pattern = "*/*", zone_name = "example.com" }]',
  ]) {
    expect(config.split("\n")).toContain(line);
  }
  expect(config.indexOf("routes =")).toBeLessThan(config.indexOf("["));
  const bare = deploymentConfigText(
    committed,
    { ...given, copiesId: null, queue: null, domains: [], routes: [] },
    "../..",
  );
  expect(bare).not.toMatch(/kv_namespaces|queues|^routes/m);
});

describe("options", () => {
  test("flags go before the environment", () => {
    const env = { UPFRONT_NAME: "one", UPFRONT_PLAN: "free", UPFRONT_LOCATION: "weur", CI: "false" };
    expect(readDeployOptions(["--name", "two", "--check"], env)).toMatchObject({
      name: "two",
      plan: "free",
      location: "weur",
      does: "check",
      ci: false,
    });
    expect(readDeployOptions([], { CI: "true" })).toMatchObject({ name: "upfront", plan: null, ci: true });
  });

  test.each([
    [["--name", "Up front"], {}, /name has lowercase/],
    [["--location", "moon"], {}, /location must be one of weur/],
    [["--plan", "own"], {}, /plan must be one of free, paid/],
    [["--domain", "https://x.example"], {}, /domain is a host/],
    [["--account", "mine"], {}, /32 hexadecimal/],
    [["--colour"], {}, /colour/],
    [[], { UPFRONT_URL: "http://plain.example.com" }, /UPFRONT_URL must be/],
    [[], { UPFRONT_SECRET: "short" }, /at least 32/],
  ])("%j %j is refused", (args, env, message) => {
    expect(() => readDeployOptions(args, env)).toThrow(message);
  });
});

describe("what a deployment comes to", () => {
  const none = { databaseId: null, copiesId: null, queue: null };
  const before = { deployed: null, found: none, subdomain: "example", applied: [], migrations: ["1.sql"] };
  const planned = (args: string[], around: object = {}, env = {}) =>
    planDeployment(readDeployOptions(args, env), { ...before, ...around });

  test("two names share nothing", () => {
    const staging = planned(["--name", "staging"]);
    expect(staging.address).toBe("https://staging.example.workers.dev");
    expect(staging.changes).toContain("new database staging");
    expect(staging.changes).not.toContain("new database upfront");
  });

  test("a domain is the address, and is added to those that are there", () => {
    const there = { vars: {}, secrets: [], ...none, domains: ["old.example.com"], routes: [] };
    expect(planned(["--domain", "status.example.com"], { deployed: there })).toMatchObject({
      address: "https://status.example.com",
      domains: ["old.example.com", "status.example.com"],
    });
  });

  test("nothing that is said again changes anything", () => {
    const vars = { UPFRONT_URL: "https://upfront.example.workers.dev", UPFRONT_PLAN: "paid" };
    const found = { databaseId: "d", copiesId: "c", queue: "q" };
    const there = { vars, secrets: ["UPFRONT_SECRET"], ...found, domains: [], routes: [] };
    expect(planned([], { deployed: there, found, applied: ["1.sql"] }).changes).toEqual([]);
    expect(planned(["--plan", "free"], { deployed: there, found, applied: ["1.sql"] }).changes).toEqual([
      "plan: paid → free",
    ]);
  });
});

test("the check value is the id of the worker's own key", async () => {
  const secret = "a secret of forty characters, or so …… ";
  expect(sealingKeyIdOf(secret)).toBe(await makeSecrets(secret).keyId());
});

test("the secret of a new deployment is made once, or taken as it is given", () => {
  const first = { given: null, isSet: false, keyId: null, isUsed: false, ci: false };
  const [one, two] = [chooseDeploymentSecret(first), chooseDeploymentSecret(first)];
  expect(one).toMatchObject({ made: true, secret: expect.stringMatching(/^[\w-]{43}$/) });
  expect(one?.secret).not.toBe(two?.secret);
  const given = "g".repeat(32);
  expect(chooseDeploymentSecret({ ...first, given, ci: true })).toEqual({ secret: given, made: false });
  expect(chooseDeploymentSecret({ ...first, isSet: true, keyId: sealingKeyIdOf(given), given })).toBeNull();
  expect(chooseDeploymentSecret({ ...first, isSet: true })).toBeNull();
});

test("JSON is found between the notices that wrangler prints around it", () => {
  expect(parseJsonOutput('⛅️ wrangler\n[{"name":"upfront"}]\n')).toEqual([{ name: "upfront" }]);
  expect(parseJsonOutput("nothing here")).toBeNull();
  expect(parseJsonOutput("[warning] half {")).toBeNull();
});

test("the statement of a sign-in link holds the hash, never the token, and quotes what it is given", () => {
  const { token, sql, params } = newSignInLink(1000);
  const statement = sqlWithLiterals(sql, params);
  expect(statement).toMatch(/VALUES \('[0-9a-f]{64}', 'console', 1000, 3601000\)$/);
  expect(statement).not.toContain(token);
  expect(sqlWithLiterals("SELECT ?1", ["it's"])).toBe("SELECT 'it''s'");
});
