import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sealingKeyIdOf } from "../../scripts/deploy/secret.ts";
import { FakeAccount, troubles } from "../support/platform/account";
import { root } from "../support/sources";

/** `npm run deploy` as people run it: the real script and the real wrangler, on an account that stands in for theirs. */
const account = new FakeAccount();
let shell: Record<string, string> = {};

beforeAll(async () => {
  shell = await account.open();
  mkdirSync(join(root, ".cache"), { recursive: true });
  writeFileSync(join(root, ".cache/bundle-proof"), "of another build");
});
afterAll(() => account.close());

interface Ran {
  code: number;
  output: string;
}

/** A clone that has never deployed: what an earlier one wrote beside the sources is gone. */
function deploy(args: string[] = [], env: Record<string, string> = {}): Promise<Ran> {
  rmSync(join(root, ".cache/deploy"), { recursive: true, force: true });
  const { CI: _, ...inherited } = process.env;
  const options = { env: { ...inherited, ...shell, ...env }, cwd: root };
  return new Promise((resolve) => {
    execFile(process.execPath, ["scripts/deploy.mjs", ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

const secretIn = ({ output }: Ran) => /UPFRONT_SECRET: ([\w-]{43})\n/.exec(output)?.[1];
const worker = (name = "upfront") => account.state.workers.get(name);
const database = (name = "upfront") => account.state.databases.find((each) => each.name === name);

test("a first deployment: one upload with its address and secret, which is shown once; a second leaves them", async () => {
  const first = await deploy(["--location", "weur", "--plan", "paid"]);
  expect(first.code, first.output).toBe(0);
  expect(first.output).toMatch(/Worker bundle: [\d.]+ kB, [\d.]+ kB gzip/);
  const secret = secretIn(first) ?? "";
  expect(first.output).toMatch(/Keep it in a safe place/);
  expect(first.output).toMatch(/Sign in: {2}https:\/\/upfront\.example\.workers\.dev\/manage\/sign-in\/[\w-]{43}/);
  expect(worker()).toMatchObject({ uploads: 1, onWorkersDev: true, crons: ["* * * * *"] });
  expect(account.state.setting("upfront", "UPFRONT_URL")).toBe("https://upfront.example.workers.dev");
  expect(account.state.setting("upfront", "UPFRONT_PLAN")).toBe("paid");
  expect(account.state.setting("upfront", "UPFRONT_LOCATION")).toBe("weur");
  expect(account.state.setting("upfront", "UPFRONT_SECRET")).toBe(secret);
  expect(database()?.location).toBe("weur");
  expect(database()?.rows.prepare("SELECT secret_key AS key FROM deployment").get()).toEqual({
    key: sealingKeyIdOf(secret),
  });

  expect(first.output).not.toContain("time-travel");
  database()?.rows.exec("INSERT INTO person (id, name, created_at, updated_at) VALUES ('ada', 'Ada', 0, 0)");
  // As if what is deployed were of before this migration.
  database()?.rows.exec(`DROP INDEX source_unheard; ALTER TABLE source DROP COLUMN unheard;
    DELETE FROM d1_migrations WHERE name = '0039_unheard.sql'`);
  worker()?.bindings.push({ type: "plain_text", name: "UPFRONT_METER", text: "1" });
  const second = await deploy();
  expect(second.code, second.output).toBe(0);
  expect(second.output).not.toMatch(/UPFRONT_SECRET:|sign-in\//);
  expect(second.output).toContain("Worker bundle: this build was checked before");
  expect(second.output).toMatch(
    /time-travel restore upfront --config \.cache\/deploy\/upfront\.toml --timestamp \d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z\n[\s\S]*0039_unheard/,
  );
  expect(account.state.setting("upfront", "UPFRONT_SECRET")).toBe(secret);
  expect(account.state.setting("upfront", "UPFRONT_METER")).toBe("1");
  expect(account.state.setting("upfront", "UPFRONT_PLAN")).toBe("paid");
  expect(account.state.databases).toHaveLength(1);
});

test("another name and a domain share nothing with the first", async () => {
  // What the test before has deployed; alone, this one deploys it.
  if (!worker()) expect((await deploy()).code).toBe(0);
  account.state.zones.set("example.com", []);
  const ran = await deploy(["--name", "staging", "--domain", "staging.example.com"]);
  expect(ran.code, ran.output).toBe(0);
  expect(account.state.databases.map(({ name }) => name)).toEqual(["upfront", "staging"]);
  expect(account.state.namespaces.map(({ title }) => title)).toEqual(["upfront-copies", "staging-copies"]);
  expect(account.state.queues.map(({ queue_name, consumer }) => [queue_name, consumer])).toEqual([
    ["upfront-wake", "upfront"],
    ["staging-wake", "staging"],
  ]);
  expect(worker("staging")?.domains).toEqual(["staging.example.com"]);
  expect(account.state.setting("staging", "UPFRONT_URL")).toBe("https://staging.example.com");
  expect(account.state.setting("upfront", "UPFRONT_URL")).toBe("https://upfront.example.workers.dev");
  expect(account.state.setting("upfront", "UPFRONT_SECRET")).not.toBe(
    account.state.setting("staging", "UPFRONT_SECRET"),
  );
});

test("from CI: the secret is given, neither it nor a sign-in link is printed", async () => {
  account.reset();
  const secret = "a-secret-of-forty-characters-from-the-ci";
  const ran = await deploy([], { CI: "true", UPFRONT_SECRET: secret });
  expect(ran.code, ran.output).toBe(0);
  expect(ran.output).not.toContain(secret);
  expect(ran.output).not.toContain("sign-in/");
  expect(ran.output).toContain("npm run deploy -- --link");
  expect(account.state.setting("upfront", "UPFRONT_SECRET")).toBe(secret);
});

test("an upload that fails ends in words, and can be done again", async () => {
  account.reset();
  account.script(/^PUT \/workers\/scripts\/upfront$/, troubles.forbidden, 1);
  const failed = await deploy();
  expect(failed.code).toBe(1);
  expect(failed.output).toContain("The worker could not be uploaded");
  expect(worker()).toBeUndefined();
  const again = await deploy();
  expect(again.code, again.output).toBe(0);
  expect(account.state.setting("upfront", "UPFRONT_SECRET")).toBe(secretIn(again));
});
