import { afterAll, beforeAll, expect, test } from "vitest";
import { channelDelivery } from "~/db/schema";
import { openApiDocument } from "~/machines/api/app";
import { addressOf, Manners } from "./support/api-manners";
import { openDeployment, type TestDeployment } from "./support/database";
import { deadNotice } from "./support/dead-notice";
import { type KeptWorld, keepWorld } from "./support/kept-world";
import {
  aChannel,
  credentialsOf,
  makePeople,
  Owner,
  type Program,
  programs,
  type Stage,
  setStage,
} from "./support/matrix-cast";
import { incidentOperations } from "./support/matrix-incidents";
import { maintenanceOperations } from "./support/matrix-maintenances";
import { watchOperations } from "./support/matrix-monitors";
import { peopleOperations } from "./support/matrix-people";
import { subscriberOperations } from "./support/matrix-subscribers";
import { put } from "./support/page";
import { type Browser, openBrowser, origin } from "./support/worker";

type Need = "any token" | "own" | "operator" | "viewer" | "responder" | "admin" | "owner";

interface Operation {
  need: Need;
  body?: (stage: Stage) => unknown;
  /** Makes what the cell is about, anew after each that changed it: its id. */
  target?: (stage: Stage) => Promise<string>;
}

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

let made = 0;
const fresh = (name: string) => {
  made += 1;
  return `${name} ${made}`;
};
const first = (stage: Stage) => stage.components[0] as string;

const component = (stage: Stage) =>
  owner.makeId(`/pages/${stage.slug}/components`, { component: { name: fresh("Part") } });
const group = async (stage: Stage) => {
  const components = [await component(stage)];
  return owner.makeId(`/pages/${stage.slug}/component-groups`, {
    component_group: { name: fresh("Group"), components },
  });
};
const source = (stage: Stage) =>
  owner.makeId(`/pages/${stage.slug}/sources`, { source: { kind: "alertmanager", name: fresh("Prometheus") } });
const channel = (stage: Stage) =>
  owner.makeId(`/pages/${stage.slug}/channels`, { channel: { ...aChannel, name: fresh("Ours") } });
/** A message that never arrived. */
const deadDelivery = async (stage: Stage) => {
  const [channelId, noticeId] = [await channel(stage), fresh("notice").replace(" ", "-")];
  const row = { channelId, noticeId, pageId: stage.id, state: "dead", attempts: [], createdAt: 1 };
  await put(deployment, channelDelivery, [row]);
  return `${channelId}/deliveries/${noticeId}`;
};
const aNotice = ({ id }: Stage) => deadNotice(deployment, id);
const ruling = { match: { title: "disk*" }, mode: "none" };
const rule = (stage: Stage) =>
  owner.makeId(`/pages/${stage.slug}/rules`, { rule: { source_id: stage.sourceId, ...ruling } });
const alert = async (stage: Stage) => {
  const found = await owner.make(`/pages/${stage.slug}/sources`, {
    source: { kind: "alertmanager", name: fresh("Prometheus") },
  });
  const token = String(found.ingest_url).split("/").at(-1) ?? "";
  return (await owner.deliver(token)).alerts[0]?.id ?? "";
};

const viewer: Operation = { need: "viewer" };
const change = (noun: string, fields: object, need: Need, target: Operation["target"]): Operation => ({
  need,
  ...(target ? { target } : {}),
  body: () => ({ [noun]: fields }),
});

/** Spec §6 in the words of this test; an operation that is not here fails it. */
const operations: Record<string, Operation> = {
  "GET /pages": { need: "any token" },
  "POST /pages": {
    need: "operator",
    body: () => ({ page: { name: "Made", subdomain: fresh("made").replace(" ", "-") } }),
  },
  "GET /pages/{page}": viewer,
  "PUT /pages/{page}": change("page", { page_description: "Other" }, "admin", undefined),
  "PATCH /pages/{page}": change("page", { page_description: "Other" }, "admin", undefined),
  "GET /pages/{page}/components": viewer,
  "POST /pages/{page}/components": { need: "admin", body: () => ({ component: { name: fresh("Part") } }) },
  "GET /pages/{page}/components/{id}": { need: "viewer", target: component },
  "PUT /pages/{page}/components/{id}": change("component", { name: "Other" }, "admin", component),
  "PATCH /pages/{page}/components/{id}": change("component", { status: "major_outage" }, "responder", component),
  "DELETE /pages/{page}/components/{id}": { need: "admin", target: component },
  "GET /pages/{page}/components/{id}/uptime": { need: "viewer", target: component },
  "GET /pages/{page}/component-groups/{id}/uptime": { need: "viewer", target: group },
  "GET /pages/{page}/component-groups": viewer,
  "POST /pages/{page}/component-groups": {
    need: "admin",
    body: (stage) => ({ component_group: { name: fresh("Group"), components: [first(stage)] } }),
  },
  "GET /pages/{page}/component-groups/{id}": { need: "viewer", target: group },
  "PUT /pages/{page}/component-groups/{id}": change("component_group", { name: "Other" }, "admin", group),
  "PATCH /pages/{page}/component-groups/{id}": change("component_group", { name: "Other" }, "admin", group),
  "DELETE /pages/{page}/component-groups/{id}": { need: "admin", target: group },
  ...incidentOperations(
    () => owner,
    () => deployment,
  ),
  ...maintenanceOperations(() => owner),
  "GET /pages/{page}/sources": viewer,
  "POST /pages/{page}/sources": {
    need: "admin",
    body: () => ({ source: { kind: "alertmanager", name: fresh("Prometheus") } }),
  },
  "GET /pages/{page}/sources/{id}": { need: "viewer", target: source },
  "PUT /pages/{page}/sources/{id}": change("source", { name: "Other" }, "admin", source),
  "PATCH /pages/{page}/sources/{id}": change("source", { name: "Other" }, "admin", source),
  "DELETE /pages/{page}/sources/{id}": { need: "admin", target: source },
  ...peopleOperations(
    () => owner,
    () => deployment,
  ),
  ...subscriberOperations(
    () => owner,
    () => deployment,
  ),
  "GET /pages/{page}/notices": viewer,
  "GET /pages/{page}/notices/{id}": { need: "viewer", target: aNotice },
  "POST /pages/{page}/notices/{id}/resend": { need: "responder", target: aNotice },
  "GET /pages/{page}/channels": viewer,
  "POST /pages/{page}/channels": { need: "admin", body: () => ({ channel: { ...aChannel, name: fresh("Ours") } }) },
  "GET /pages/{page}/channels/{id}": { need: "viewer", target: channel },
  "PUT /pages/{page}/channels/{id}": change("channel", { name: "Other" }, "admin", channel),
  "PATCH /pages/{page}/channels/{id}": change("channel", { paused: true }, "admin", channel),
  "DELETE /pages/{page}/channels/{id}": { need: "admin", target: channel },
  "POST /pages/{page}/channels/{id}/rotate": { need: "admin", target: channel },
  "POST /pages/{page}/channels/{id}/test": { need: "admin", target: channel },
  "GET /pages/{page}/channels/{id}/deliveries": { need: "viewer", target: channel },
  "POST /pages/{page}/channels/{id}/deliveries/{delivery}/retry": { need: "admin", target: deadDelivery },
  ...watchOperations(() => owner),
  "GET /pages/{page}/rules": viewer,
  "POST /pages/{page}/rules": {
    need: "admin",
    body: (stage) => ({ rule: { source_id: stage.sourceId, ...ruling } }),
  },
  "POST /pages/{page}/rules/try": {
    need: "admin",
    body: (stage) => ({ rule: { source_id: stage.sourceId, match: ruling.match } }),
  },
  "GET /pages/{page}/rules/{id}": { need: "viewer", target: rule },
  "PUT /pages/{page}/rules/{id}": change("rule", { mode: "draft" }, "admin", rule),
  "PATCH /pages/{page}/rules/{id}": change("rule", { mode: "draft" }, "admin", rule),
  "DELETE /pages/{page}/rules/{id}": { need: "admin", target: rule },
  "POST /pages/{page}/mute": { need: "responder", body: () => ({ mute: { minutes: 15 } }) },
  "DELETE /pages/{page}/mute": { need: "responder" },
  "GET /pages/{page}/alerts": viewer,
  "POST /pages/{page}/alerts/{id}/acknowledge": { need: "responder", target: alert },
  "POST /pages/{page}/alerts/{id}/attach": change("alert", { incident_id: null }, "responder", alert),
  "POST /pages/{page}/alerts/{id}/dismiss": change("alert", { reason: "Known" }, "responder", alert),
};

const order = ["viewer", "responder", "admin", "owner"];
const roleOf = (program: Program) =>
  program === "owner, as viewer" ? "viewer" : program === "owner, read-only" ? "owner" : program;

function expectedOf({ need }: Operation, program: Program, method: string): string {
  if (program === "visitor") return "401";
  if (need === "any token") return "in";
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
  return answer.ok ? "in" : String(answer.status);
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
