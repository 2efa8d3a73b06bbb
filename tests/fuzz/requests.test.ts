import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openApiDocument } from "~/api-documents";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, credentialsOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { printTable } from "../support/measured";
import { publicAddresses } from "../support/public-addresses";
import { remixBuild } from "../support/remix-build";
import { unmetered } from "../support/restored";
import { type Browser, openBrowser, origin } from "../support/worker";
import { Chance, requests } from "./chance";
import { drawn, type Schema } from "./drawn";
import { heapInUse } from "./heap";
import { escaped, fieldsIn, headersBy, rowsIn } from "./parts";

/** No request ends in a 5xx, hangs, or leaves more behind than it may. */
let deployment: TestDeployment;
let visitor: Browser;
let stage: Stage;
const said: string[] = [];
let heapBefore = 0;
let tried = 0;

beforeAll(async () => {
  deployment = await openDeployment();
  visitor = await openBrowser(deployment);
  await makePeople(deployment);
  stage = await setStage(deployment, new Owner(visitor, deployment), "acme");
  heapBefore = heapInUse();
  vi.spyOn(console, "error").mockImplementation((line) => void said.push(String(line).slice(0, 500)));
  for (const level of ["warn", "info", "log"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
});
afterAll(async () => {
  vi.restoreAllMocks();
  printTable("fuzz", { head: ["what", "cases"], rows: [["requests: pages, pings, deliveries, API, forms", tried]] });
  await deployment.close();
});
beforeEach(() => {
  said.length = 0;
});

const patience = 20_000;

interface Sent {
  path: string;
  init: RequestInit;
}

/** Sends one; what is wrong with its answer is said with all that is needed to send it again. */
async function send(browser: Browser, { path, init }: Sent, wrong: string[]): Promise<Response | null> {
  tried += 1;
  deployment.clock.now += 1000;
  said.length = 0;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patience);
  });
  const answer = await Promise.race([browser.go(path, init), late]);
  clearTimeout(timer);
  const shown = `${init.method ?? "GET"} ${path} ${JSON.stringify(init.headers ?? {})} ${String(init.body ?? "").slice(0, 1000)}`;
  if (!answer) wrong.push(`${shown}: no answer`);
  // No tick passes here, which is what this one address is for.
  else if (answer.status === 503 && path.startsWith("/readyz")) await answer.text();
  else if (answer.status >= 500 || said.length > 0) wrong.push(`${shown}: ${answer.status} ${said.join(" ")}`);
  if (!answer?.bodyUsed) await answer?.text();
  return answer;
}

const idsOf = ({
  incident,
  maintenance,
  group,
  delivery,
  alert,
  channel,
  monitor,
  heartbeat,
  components,
  sourceId,
}: Stage & { sourceId?: string }) =>
  [incident, maintenance, group, delivery, alert, channel, monitor, heartbeat, ...components, sourceId ?? "x"].filter(
    Boolean,
  );

test("public pages, feeds and formats, with whatever headers and queries", async () => {
  const chance = new Chance("public");
  const on = {
    component: stage.components[0] ?? "",
    incident: stage.incident,
    oldIncident: "x",
    maintenance: stage.maintenance,
    oldMaintenance: "x",
    image: "x",
  };
  const paths = [
    "/",
    "/healthz",
    "/readyz",
    "/metrics",
    "/robots.txt",
    "/sitemap.xml",
    ...publicAddresses(on).map(({ path }) => `/acme${path}`),
  ];
  const before = await rowsIn(deployment.bindings.DB);
  const wrong: string[] = [];
  for (let index = 0; index < requests(80); index++) {
    const path = chance.often(0.8) ? chance.one(paths) : `/acme/${escaped(chance.text())}`;
    const query = chance.often(0.4) ? `?${escaped(chance.text())}=${escaped(chance.text())}` : "";
    const method = chance.one(["GET", "GET", "GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH"]);
    await send(visitor, { path: path + query, init: { method, headers: headersBy(chance) } }, wrong);
  }
  expect(wrong).toEqual([]);
  expect(await rowsIn(deployment.bindings.DB)).toBe(before);
});

test("pings and deliveries, with whatever body", async () => {
  const chance = new Chance("machines");
  const [ping] = await unmetered<{ sealed: string }>(deployment.bindings.DB, [
    { sql: "SELECT address_sealed AS sealed FROM heartbeat LIMIT 1", params: [] },
  ])
    .then(([rows = []]) => rows)
    .catch(() => []);
  const uuid = ping ? await deployment.ctx().secrets.open(ping.sealed) : null;
  const pings = [uuid ?? "x", "00000000-0000-4000-8000-000000000000"].flatMap((id) => [
    `/ping/${id}`,
    `/ping/${id}/start`,
    `/ping/${id}/fail`,
    `/ping/${id}/1`,
    `/ping/${id}/log`,
  ]);
  const wrong: string[] = [];
  for (let index = 0; index < requests(40); index++) {
    const path = chance.often(0.5)
      ? `/ingest/${chance.often(0.7) ? stage.token : escaped(chance.text())}`
      : chance.often(0.8)
        ? chance.one(pings)
        : `/ping/${escaped(chance.text())}`;
    const body = chance.often(0.7) ? JSON.stringify(chance.json(5)) : chance.text();
    const type = chance.often(0.8) ? "application/json" : chance.headerText();
    const headers = { ...headersBy(chance, 0.05), "content-type": type };
    await send(
      visitor,
      {
        path: `${path}${chance.often(0.2) ? `?rid=${escaped(chance.text())}` : ""}`,
        init: { method: "POST", headers, body },
      },
      wrong,
    );
  }
  expect(wrong).toEqual([]);
});

test("every operation of the API, with what its own description asks for", async () => {
  const chance = new Chance("api");
  const { paths, components } = openApiDocument(origin) as unknown as {
    paths: Record<string, Record<string, { requestBody?: { content?: Record<string, { schema?: Schema }> } }>>;
    components?: { schemas?: Record<string, Schema> };
  };
  const operations = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ path, verb, operation })),
  );
  const ids = idsOf(stage);
  const schemas = components?.schemas ?? {};
  const wrong: string[] = [];
  const tried = new Set<string>();
  for (let index = 0; index < Math.max(requests(90), 2 * operations.length); index++) {
    const { path, verb, operation } = operations[index % operations.length] as (typeof operations)[number];
    tried.add(`${verb} ${path}`);
    // What ends the page itself would leave the others nothing to do.
    if (verb === "delete" && path === "/pages/{page}") continue;
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      name === "page" && chance.often(0.9)
        ? "acme"
        : chance.often(0.8)
          ? chance.one(ids)
          : escaped(chance.text()) || "x",
    );
    const query = chance.often(0.2)
      ? `?${chance.one(["page", "per_page", "q", "limit", "after", "before", "from", "to", "state"])}=${escaped(chance.text())}`
      : "";
    const schema = operation.requestBody?.content?.["application/json"]?.schema;
    const body = schema
      ? { body: chance.often(0.9) ? JSON.stringify(drawn(chance, schema, ids, schemas)) : chance.text() }
      : {};
    const type = chance.often(0.93)
      ? "application/json"
      : chance.one(["application/x-www-form-urlencoded", chance.headerText()]);
    const headers = { ...headersBy(chance, 0.03), ...credentialsOf("owner"), "content-type": type };
    await send(
      visitor,
      { path: `/api/v1${filled}${query}`, init: { method: verb.toUpperCase(), headers, ...body } },
      wrong,
    );
  }
  expect(wrong).toEqual([]);
  expect(tried.size).toBe(operations.length);
});

async function fuzzForms(
  name: string,
  browserOnce: () => Promise<Browser>,
  addresses: string[],
  count: number,
): Promise<string[]> {
  const chance = new Chance(name);
  const wrong: string[] = [];
  const known = new Map<string, [string, string][]>();
  let browser = await browserOnce();
  for (let index = 0; index < count; index++) {
    const path = addresses[index % addresses.length] as string;
    if (!known.has(path)) {
      const answer = await browser.go(path);
      const text = await answer.text();
      if (answer.status >= 500) wrong.push(`GET ${path}: ${answer.status}`);
      known.set(path, fieldsIn(text));
    }
    const fields = (known.get(path) ?? [])
      .filter(() => !chance.often(0.1))
      .map(([field, value]) => {
        const kept = /^(form|intent|_action|act|act|version)$/.test(field) ? 0.95 : 0.5;
        return [chance.often(0.02) ? chance.text() : field, chance.often(kept) ? value : chance.text()] as [
          string,
          string,
        ];
      });
    const extra = chance.often(0.2)
      ? [
          [`${chance.one(["components", "settings", "event", "match"])}.${chance.text()}`, chance.text()] as [
            string,
            string,
          ],
        ]
      : [];
    const body = new URLSearchParams([...fields, ...extra]).toString();
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      ...headersBy(chance, 0.02),
    };
    const answer = await send(browser, { path, init: { method: "POST", headers, body } }, wrong);
    if (answer?.headers.get("location")?.startsWith("/manage/sign-in")) browser = await browserOnce();
  }
  return wrong;
}

test("every form of management, with whatever in its fields", async () => {
  const { routes } = await remixBuild();
  const ids = idsOf(stage);
  const byNoun: Record<string, string> = {
    incidents: stage.incident,
    maintenance: stage.maintenance,
    maintenances: stage.maintenance,
    monitors: stage.monitor,
    heartbeats: stage.heartbeat,
    channels: stage.channel,
    groups: stage.group,
    alerts: stage.alert,
    components: stage.components[0] ?? "",
  };
  const wholePath = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? [wholePath(route.parentId), route.path ?? ""].filter(Boolean).join("/") : "";
  };
  const acting = Object.keys(routes).flatMap((id) => {
    const path = wholePath(id);
    const acts = (routes[id]?.module as { action?: unknown } | undefined)?.action !== undefined;
    // Signing out, and what ends the page, would leave the others nothing to do.
    return acts && path.startsWith("manage/") && !/sign-out|delete/.test(path) ? [path] : [];
  });
  const named = (path: string) => byNoun[path.split("/")[2] ?? ""] ?? ids[0] ?? "x";
  const addresses = acting.map(
    (path) =>
      `/${path
        .replace(":page", "acme")
        .replace("*", "x")
        .replaceAll(/:(\w+)\??/g, () => named(path))}`,
  );
  expect(addresses.length).toBeGreaterThan(30);
  const times = Math.max(requests(40), 2 * addresses.length);
  expect(await fuzzForms("management", () => browserOf(deployment, "owner"), addresses, times)).toEqual([]);
});

test("every form of the public pages, which leave little behind", async () => {
  const before = await rowsIn(deployment.bindings.DB);
  const token = "x".repeat(43);
  const addresses = [
    "/acme/subscribe",
    "/acme/preferences",
    "/acme/unlock",
    "/manage/sign-in",
    `/acme/subscriptions/${token}`,
    `/acme/subscriptions/${token}/leave`,
  ];
  expect(await fuzzForms("visitors", async () => visitor, addresses, requests(30))).toEqual([]);
  expect((await rowsIn(deployment.bindings.DB)) - before).toBeLessThan(requests(30));
});

test("none of it stays in memory", () => {
  // What is cached is bounded; thousands of requests that each left 64 KB would come to more.
  expect(heapInUse() - heapBefore).toBeLessThan(requests(300) * 64 * 1024);
});
