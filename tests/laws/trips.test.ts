import { afterAll, beforeAll, expect, test } from "vitest";
import { makeConfirmationRequestLink } from "~/notifications/letters/engine/confirmation-request-link";
import { resetIsolate } from "~/platform/isolate";
import routes from "~/routes";
import { signFormTimeStamp } from "~/subscribers/form-time";
import { addresses } from "../support/addresses";
import { addressOf } from "../support/api-manners";
import { type AuditStage, openAuditStage, type Step } from "../support/audit-stage";
import { doorSteps } from "../support/audit-steps-doors";
import { pageSteps } from "../support/audit-steps-page";
import { peopleAndPageSteps } from "../support/audit-steps-people";
import { thingSteps } from "../support/audit-steps-things";
import { openDeployment, type TestDeployment } from "../support/database";
import { type KeptWorld, keepWorld } from "../support/kept-world";
import { browserOf, credentialsOf, Owner, type Who } from "../support/matrix-cast";
import { operationsOf } from "../support/matrix-operations";
import { type Matrix, setMatrix } from "../support/matrix-stages";
import { addPerson, mailOf } from "../support/sign-in-mail";
import { alertmanagerGroup } from "../support/signed-in";
import { FarDatabase } from "../support/trips";
import { openBrowser } from "../support/worker";

const viewsAtMost = 2;
const publicAtMost = 2;
const actionsAtMost = 5;
const readingsAtMost = 2;
const operationsAtMost = 5;
/** Who somebody is, and what they are on the page: one trip before any action. */
const admission = 1;

interface Counted {
  what: string;
  trips: number;
  most: number;
}

const tooMany = (all: readonly Counted[]) => all.filter(({ trips, most }) => trips > most);

function print(title: string, all: readonly Counted[]): void {
  const rows = [...all].sort((one, other) => other.trips - one.trips);
  console.log([title, ...rows.map(({ what, trips }) => `${String(trips).padStart(3)} ${what}`)].join("\n"));
}

let deployment: TestDeployment;
let far: FarDatabase;
let matrix: Matrix;

beforeAll(async () => {
  deployment = await openDeployment();
  far = new FarDatabase(deployment);
  matrix = await setMatrix(deployment);
  // The code of people's views is read with the first.
  await (await browserOf(deployment, "owner")).go("/manage");
});
afterAll(() => deployment.close());

/** One request from far away, in an isolate that remembers nothing but has read its code. */
async function tripsOf(who: Who, path: string): Promise<number> {
  let at = 0;
  const browser = await browserOf(deployment, who, () => {
    at = far.passed;
  });
  resetIsolate();
  const before = far.passed;
  await far.from(() => browser.go(path));
  return at - before;
}

/** A letter is made of what its notice says, a trip later; a file that leaves is an action, with its audit entry. */
const longer: Record<string, number> = {
  "/manage/:page/outbox/:id": 3,
  "/manage/:page/outbox/:id/email": 3,
  "/manage/:page/audit/export": 3,
  "/manage/:page/subscribers/export": 3,
  "/manage/deployment/audit/export": 3,
  "/manage/deployment/backup": 4,
  "/manage/:page/settings/export": 4,
};

const reader = (address: string): Who =>
  address.includes("/deployment") || address === "/manage/new" ? "operator" : "owner";

test("a view of management", { timeout: 300_000 }, async () => {
  const [stage] = matrix.stages;
  const all: Counted[] = [];
  for (const address of addresses(routes).filter((each) => each.startsWith("/manage"))) {
    const most = longer[address] ?? viewsAtMost;
    const trips = await tripsOf(reader(address), matrix.pathOf(address, stage));
    all.push({ what: `GET ${address}`, trips, most });
  }
  print("views of management", all);
  expect(tooMany(all)).toEqual([]);
});

interface Asking {
  what: string;
  most: number;
  path: string;
  /** A form of this site; absent = what `init` says. */
  fields?: Record<string, string>;
  init?: RequestInit;
  cookie?: string;
}

/** As the first request of an isolate that remembers nothing. */
async function tripsOfAsking({
  path,
  fields,
  init,
  cookie = "",
}: Asking): Promise<{ trips: number; answer: Response }> {
  let at = 0;
  const answered = () => {
    at = far.passed;
  };
  const browser = await openBrowser(deployment, { cookie, answered });
  resetIsolate();
  const before = far.passed;
  const answer = await far.from(() => (fields ? browser.post(path, fields, from) : browser.go(path, init)));
  return { trips: at - before, answer };
}

const from = { "cf-connecting-ip": "198.51.100.7" };
const pathIn = (url: unknown) => new URL(String(url)).pathname;

test("a machine, a subscriber, and who signs in", { timeout: 300_000 }, async () => {
  const world: KeptWorld = await keepWorld(deployment);
  const [{ id: pageId, slug }] = matrix.stages;
  const all: Counted[] = [];
  const ask = async (asking: Asking) => {
    const { trips, answer } = await tripsOfAsking(asking);
    all.push({ what: `${asking.what}${answer.status < 400 ? "" : ` (${answer.status})`}`, trips, most: asking.most });
    return answer;
  };
  const owner = new Owner(await openBrowser(deployment), deployment);
  const source = await owner.make(`/pages/${slug}/sources`, { source: { kind: "alertmanager", name: "Prometheus" } });
  const beat = await owner.make(`/pages/${slug}/heartbeats`, { heartbeat: { name: "Nightly" } });
  const alert = (status: "firing" | "resolved") => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(alertmanagerGroup("Slow", status, new Date(deployment.clock.now).toISOString())),
  });
  await ask({ what: "ingest, firing", most: 3, path: pathIn(source.ingest_url), init: alert("firing") });
  await ask({ what: "ingest, resolved", most: 3, path: pathIn(source.ingest_url), init: alert("resolved") });
  await ask({ what: "ping", most: 1, path: pathIn(beat.ping_url) });
  await ask({ what: "ping, failed", most: 1, path: `${pathIn(beat.ping_url)}/fail` });
  const since = await signFormTimeStamp(deployment.ctx());
  deployment.clock.now += 5000;
  const wish = { email: "ann@example.org", scope: "page", since };
  await ask({ what: "subscribe", most: 4, path: `/${slug}/subscribe`, fields: wish });
  const asked = { pageId, address: "ann@example.org", scope: "page" as const, components: [], incidentId: "" };
  const reads = { language: "en", timeZone: "Etc/UTC", generation: null };
  const link = await makeConfirmationRequestLink(deployment.ctx(), {
    ...asked,
    ...reads,
    expiresAt: deployment.clock.now + 1e6,
  });
  const confirmed = `/${slug}/subscriptions/${link}`;
  await ask({ what: "the page to confirm on", most: 2, path: confirmed });
  await ask({ what: "confirm", most: 3, path: confirmed, fields: { act: "confirm" } });
  await addPerson(deployment, { id: "joan", email: "joan@example.org" });
  const sent = await ask({
    what: "ask to sign in",
    most: 1,
    path: "/manage/sign-in",
    fields: { form: "address", address: "joan@example.org" },
  });
  const { token, code } = await mailOf(deployment);
  const cookie = sent.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  await ask({ what: "the page of a sign-in link", most: 2, path: `/manage/sign-in/${token}` });
  // One of them is for where the sign-in leads: to Now of the only page.
  await ask({ what: "sign in by code", most: 4, path: "/manage/sign-in/code", fields: { code }, cookie });
  print("machines, subscribers and who signs in", all);
  await world.restore();
  await world.end();
  expect([tooMany(all), all.filter(({ what }) => what.endsWith(")"))]).toEqual([[], []]);
});

test("a public view", { timeout: 300_000 }, async () => {
  const [stage] = matrix.stages;
  const all: Counted[] = [];
  for (const address of addresses(routes).filter((each) => !each.startsWith("/manage"))) {
    const path = matrix.pathOf(address, stage);
    all.push({ what: `GET ${address}`, trips: await tripsOf("visitor", path), most: publicAtMost });
  }
  print("public views", all);
  expect(tooMany(all)).toEqual([]);
});

/** From the last invocation that the step began: what comes before it prepares it. */
async function tripsOfStep(stage: AuditStage, there: FarDatabase, { run }: Step): Promise<number> {
  let began = there.passed;
  const watched =
    <T>(make: (...given: T[]) => ReturnType<AuditStage["ctx"]>) =>
    (...given: T[]) => {
      began = there.passed;
      return make(...given);
    };
  const own = { ...stage.deployment, ctx: watched(stage.deployment.ctx as never) };
  const step = { ...stage, deployment: Object.assign(Object.create(stage.deployment), own), ctx: watched(stage.ctx) };
  const result = await there.from(() => run(step as AuditStage));
  if (result && !result.ok) throw new Error(JSON.stringify(result));
  return there.passed - began;
}

test("an action with its publishing", { timeout: 300_000 }, async () => {
  const stage = await openAuditStage();
  const there = new FarDatabase(stage.deployment);
  const all: Counted[] = [];
  for (const step of [...pageSteps, ...thingSteps, ...doorSteps, ...peopleAndPageSteps]) {
    stage.deployment.clock.now += 1000;
    if (step.key === null) await step.run(stage);
    else all.push({ what: step.key, trips: admission + (await tripsOfStep(stage, there, step)), most: actionsAtMost });
    await stage.deployment.settled();
  }
  await stage.close();
  print("actions", all);
  expect(tooMany(all)).toEqual([]);
});

/** A front page that does not show yet what is committed. */
const unpublished = "SELECT 1 FROM snapshot WHERE part = 'home' AND built < wanted";

test("an operation of the API", { timeout: 300_000 }, async () => {
  const [stage] = matrix.stages;
  const world: KeptWorld = await keepWorld(deployment);
  let owner: Owner;
  const all: Counted[] = [];
  const late: string[] = [];
  for (const [key, operation] of Object.entries(operationsOf({ owner: () => owner, deployment: () => deployment }))) {
    await world.restore();
    let at = 0;
    const browser = await openBrowser(deployment, {
      answered: () => {
        at = far.passed;
      },
    });
    owner = new Owner(browser, deployment);
    const target = (await operation.target?.(stage)) ?? "";
    const [method = "", path = ""] = key.split(" ");
    const who = operation.need === "operator" ? "operator" : "owner";
    const headers = { ...credentialsOf(who), "content-type": "application/json" };
    const body = operation.body ? { body: JSON.stringify(operation.body(stage)) } : {};
    const before = far.passed;
    const address = `/api/v1${addressOf(path, stage.slug, target)}`;
    const answer = await far.from(() => browser.go(address, { method, headers, ...body }));
    const most = method === "GET" ? readingsAtMost : operationsAtMost;
    const { results } = await deployment.ctx().d1.prepare(unpublished).all();
    if (results.length > 0) late.push(key);
    all.push({ what: `${key}${answer.ok ? "" : ` (${answer.status})`}`, trips: at - before, most });
  }
  await world.end();
  print("operations of the API", all);
  expect([tooMany(all), late]).toEqual([[], []]);
});
