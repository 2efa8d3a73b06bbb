import { afterAll, beforeAll, expect, test } from "vitest";
import { openApiDocument } from "~/api-documents";
import { addressOf, Manners } from "../support/api-manners";
import { openDeployment, type TestDeployment } from "../support/database";
import { type KeptWorld, keepWorld } from "../support/kept-world";
import { credentialsOf, makePeople, Owner, type Program, programs, type Stage, setStage } from "../support/matrix-cast";
import { type Operation, operationsOf } from "../support/matrix-operations";
import { setQuietMailer } from "../support/smtp";
import { type Browser, openBrowser, origin } from "../support/worker";

let deployment: TestDeployment;
let browser: Browser;
let owner: Owner;
let stages: [Stage, Stage];
let world: KeptWorld;

beforeAll(async () => {
  deployment = await openDeployment();
  browser = await openBrowser(deployment);
  await makePeople(deployment);
  owner = new Owner(browser, deployment);
  stages = [await setStage(deployment, owner, "acme"), await setStage(deployment, owner, "secret")];
  const { d1 } = deployment.ctx();
  await d1.prepare("UPDATE page SET visibility = 'members' WHERE slug = 'secret'").bind().run();
  await d1.prepare("UPDATE snapshot SET visibility = 'members' WHERE slug = 'secret'").bind().run();
  await setQuietMailer(deployment);
  world = await keepWorld(deployment);
});
afterAll(async () => {
  await world.end();
  await deployment.close();
});

/** Each operation finds the pages as they were set, not with what hundreds before it have made. */
async function begin(): Promise<void> {
  await world.restore();
  browser = await openBrowser(deployment);
  owner = new Owner(browser, deployment);
}

/** Spec §6 in the words of this test; an operation that is not here fails it. */
const operations = operationsOf({ owner: () => owner, deployment: () => deployment });

const order = ["viewer", "responder", "admin", "owner"];
const roleOf = (program: Program) =>
  program === "owner, as viewer" ? "viewer" : program.startsWith("owner, ") ? "owner" : program;

function expectedOf({ need, drafts }: Operation, program: Program, method: string): string {
  if (program === "visitor") return "401";
  if (need === "any token") return "in";
  if (program === "owner, drafter" && need !== "operator" && method !== "GET")
    return drafts ? "in" : "403 drafter_token";
  if (program === "owner, read-only" && method !== "GET") return "403";
  if (need === "own") return program.startsWith("owner") ? "in" : "404";
  if (need === "operator") return program === "operator" ? "in" : "403";
  const role = order.indexOf(roleOf(program));
  if (role < 0) return "404";
  return role >= order.indexOf(need) ? "in" : "403";
}

async function knock(key: string, operation: Operation, program: Program, stage: Stage, target: string) {
  const [method = "", path = ""] = key.split(" ");
  const address = addressOf(path, stage.slug, target);
  const headers = { ...credentialsOf(program), "content-type": "application/json" };
  const body = operation.body ? { body: JSON.stringify(operation.body(stage)) } : {};
  const answer = await browser.go(`/api/v1${address}`, { method, headers, ...body });
  deployment.clock.now += 5000;
  if (answer.ok) return "in";
  const { code } = (await answer.json()) as { code?: string };
  return code === "drafter_token" ? `${answer.status} ${code}` : String(answer.status);
}

const document = openApiDocument(origin) as unknown as {
  paths: Record<string, Record<string, Record<string, unknown>>>;
};
const all = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

test("every operation of the API is in the matrix, and nothing else is", () => {
  expect(Object.keys(operations).sort()).toEqual([...all].sort());
  for (const [key, { need }] of Object.entries(operations)) {
    const [method = "", path = ""] = key.split(" ");
    expect(`${key}: ${document.paths[path]?.[method.toLowerCase()]?.["x-upfront-role"]}`).toBe(`${key}: ${need}`);
  }
});

test("operation × token × visibility", { timeout: 300_000 }, async () => {
  const cells: string[] = [];
  const wrong: string[] = [];
  for (const stage of stages) {
    for (const [key, operation] of Object.entries(operations)) {
      await begin();
      const outcomes: string[] = [];
      const method = key.split(" ")[0] ?? "";
      let target: string | undefined;
      for (const program of programs) {
        target ??= (await operation.target?.(stage)) ?? "";
        const outcome = await knock(key, operation, program, stage, target);
        const expected = expectedOf(operation, program, method);
        if (method !== "GET" && outcome === "in") target = undefined;
        outcomes.push(`${program} ${outcome}`);
        if (outcome !== expected) wrong.push(`${key} (${stage.slug}) ${program}: ${outcome}, not ${expected}`);
      }
      cells.push(`${stage.slug.padEnd(6)} ${key.padEnd(62)} ${outcomes.join(" · ")}`);
    }
  }
  console.log(`${cells.join("\n")}\n${cells.length * programs.length} cells`);
  expect(wrong).toEqual([]);
});

test("every operation tells the limit, makes a change once, compares versions and names what it does not know", async () => {
  const [stage] = stages;
  const wrong: string[] = [];
  for (const [key, operation] of Object.entries(operations).filter(([, { need }]) => need !== "operator")) {
    const [method = "", path = ""] = key.split(" ");
    if (method === "GET" && operation.target) continue;
    await begin();
    const manners = new Manners(browser, credentialsOf("owner"), () => {
      deployment.clock.now += 5000;
    });
    const called = { key, address: addressOf(path, stage.slug, (await operation.target?.(stage)) ?? "") };
    const parameters = (document.paths[path]?.[method.toLowerCase()]?.parameters ?? []) as { name: string }[];
    const body = operation.body?.(stage);
    if (parameters.some(({ name }) => name === "If-Match")) await manners.compared({ ...called, body });
    const nouns = Object.values(body ?? {});
    if (nouns.length === 1 && !Array.isArray(nouns[0])) await manners.unknown({ ...called, body });
    await manners.once({ ...called, body: operation.body?.(stage) });
    wrong.push(...manners.wrong);
  }
  expect(wrong).toEqual([]);
});
