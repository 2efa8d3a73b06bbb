import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApiDocument } from "~/api-documents";
import { runBatch } from "~/db/run-batch";
import { resetIsolate } from "~/platform/isolate";
import { pageProgramPathPatterns } from "~/programs";
import { handleRestApi } from "~/rest-api";
import routes from "~/routes";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { addresses } from "../support/addresses";
import { openDeployment, type TestDeployment } from "../support/database";
import { type Desk, openDesk } from "../support/desk";
import { type Green, greener, greenOf } from "../support/greener";
import { browserOf, makePeople } from "../support/matrix-cast";
import { attach, detach, type Observer, observerKinds, observerStates } from "../support/observers";
import { ownerToken } from "../support/owner-token";
import { publicAddresses } from "../support/public-addresses";
import { arrange, membersOf } from "../support/scenario";
import type { Browser } from "../support/worker";

/**
 * Nothing says more of a component than who watches it: taking a watcher away, or never adding it, makes no surface greener,
 * and adding one makes no past greener. Surfaces come from the tables of routes and formats.
 */
let deployment: TestDeployment;
let browser: Browser;

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  browser = await browserOf(deployment, "owner");
});
afterAll(async () => {
  await deployment.settled();
  await deployment.close();
});

const only = "none";
const onPage = (component: string) =>
  publicAddresses({
    component,
    incident: only,
    oldIncident: only,
    maintenance: only,
    oldMaintenance: only,
    image: only,
  });

const patternOf = (address: string) => new RegExp(`^${address.replaceAll(/:\w+/g, "[^/]+")}$`);

/** Management's addresses that name nothing but the page, and the component's own; none that tells of the installation. */
const managed = addresses(routes).filter(
  (each) => /^\/manage\/:page(\/(?!:)[\w/-]+)?$/.test(each) && !/export|usage|system|help/.test(each),
);
const ofDesk = [...managed, "/manage/:page/components/:id"];

interface Spec {
  paths: Record<string, Record<string, unknown>>;
}

async function askApi(path: string): Promise<string> {
  return (await handleRestApi(new Request(`http://localhost:8787/api/v1${path}`), deployment.ctx(ownerToken))).text();
}

/** What the API tells of a page as a whole, and of a component and a group. */
async function ofApi(): Promise<string[]> {
  const { paths } = openApiDocument("http://localhost:8787") as unknown as Spec;
  const told = Object.keys(paths).filter((path) => "get" in (paths[path] ?? {}));
  return told.filter((path) => /^\/pages\/\{page\}\/(components|component-groups)(\/\{\w+\}(\/\w+)?)?$/.test(path));
}

interface World {
  desk: Desk;
  /** The one whose watchers change; beside it there may be one that is watched and well. */
  component: string;
  group: string;
}

let pages = 0;

/** A page of components that nobody keeps by hand, in one group. */
async function aWorld(beside: boolean): Promise<World> {
  pages += 1;
  const desk = await openDesk(deployment, `world${pages}`);
  await arrange(deployment, membersOf(desk.pageId, { owner: "owner" }));
  const [component, other] = desk.components;
  const group = `g${pages}`;
  const { pageId } = desk;
  const unheard = {
    sql: "UPDATE component SET kept_by = NULL, coverage = 'no_data' WHERE page_id = ?1",
    params: [pageId],
  };
  const kept = [component, ...(beside ? [other] : [])];
  await runBatch(desk.owner(), [
    unheard,
    {
      sql: "INSERT INTO component_group (id, page_id, name, position, created_at, updated_at) VALUES (?1, ?2, 'All', 0, 1, 1)",
      params: [group, pageId],
    },
    { sql: "UPDATE component SET group_id = ?2 WHERE page_id = ?1", params: [pageId, group] },
    {
      sql: "DELETE FROM component WHERE page_id = ?1 AND id NOT IN (SELECT value FROM json_each(?2))",
      params: [pageId, JSON.stringify(kept)],
    },
  ]);
  if (beside) await attach(desk, { kind: "monitor", state: "well" }, other);
  return { desk, component, group };
}

type Read = Map<string, { text: string; green: Green }>;

async function publishAgain({ desk }: World): Promise<void> {
  await deployment.settled();
  deployment.clock.now += 2000;
  const { now } = deployment.clock;
  await runBatch(desk.owner(), [
    { sql: "UPDATE snapshot SET wanted = wanted + 1, observed_at = ?2 WHERE page_id = ?1", params: [desk.pageId, now] },
    { sql: "UPDATE deployment SET tick_at = ?1", params: [now] },
  ]);
  await publishPage(desk.owner(), desk.pageId);
  resetIsolate();
}

async function readAll(world: World, isManaged: boolean): Promise<Read> {
  await publishAgain(world);
  const { slug } = world.desk;
  const read: Read = new Map();
  const keep = (name: string, text: string) => read.set(name, { text, green: greenOf(text) });
  const got = async (path: string, accept?: string) =>
    (await browser.go(path, { headers: { "accept-language": "en", ...(accept ? { accept } : {}) } })).text();
  for (const { path, accept } of onPage(world.component)) {
    const name = `${path.replace(world.component, ":id")}${accept ? ` as ${accept}` : ""}`;
    keep(name, await got(`/${slug}${path}`, accept));
  }
  for (const path of await ofApi()) {
    const [id, first] = [path.includes("groups") ? world.group : world.component, path.replace("{page}", slug)];
    keep(`api ${path}`, await askApi(first.replace(/\{\w+\}/, id)));
  }
  keep("/uptime.csv?by=day", await got(`/${slug}/uptime.csv?by=day`));
  for (const path of isManaged ? ofDesk : [])
    keep(path, await got(path.replace(":page", slug).replace(":id", world.component)));
  return read;
}

/** Where one says more than all of the others. */
const greenerIn = (now: Read, ...others: readonly Read[]): string[] =>
  [...now].flatMap(([name, { green }]) => {
    const more = greener(green, ...others.map((each) => each.get(name)?.green ?? {}));
    return more === "" ? [] : [`${name}: ${more}`];
  });

test("every public route and format, and management's own, is a surface here", async () => {
  const paths = onPage("c").map(({ path }) => `/told${path}`);
  const known = [
    ...addresses(routes)
      .filter((each) => each.startsWith("/:page"))
      .map(patternOf),
    ...pageProgramPathPatterns,
  ];
  expect(known.filter((pattern) => !paths.some((path) => pattern.test(path))).map(String)).toEqual([]);
  expect(ofDesk.length).toBeGreaterThan(25);
  expect((await ofApi()).length).toBeGreaterThanOrEqual(6);
});

interface Life {
  watchers: readonly Observer[];
  beside: boolean;
}

const everyObserver = observerKinds.flatMap((kind) => observerStates.map((state): Observer => ({ kind, state })));

/** Each state of each kind stands in one of them, two a component. */
const [shuffled = []] = fc.sample(fc.shuffledSubarray(everyObserver, { minLength: everyObserver.length }), {
  numRuns: 1,
  seed: 36,
});
const lives: Life[] = shuffled.flatMap((first, at) =>
  at % 2 === 0 ? [{ watchers: [first, shuffled[at + 1] as Observer], beside: at % 4 === 0 }] : [],
);

/** The page on which only these ever watched. */
async function neverMore(watchers: readonly Observer[], beside: boolean, isManaged: boolean): Promise<Read> {
  const world = await aWorld(beside);
  for (const each of watchers) await attach(world.desk, each, world.component);
  return readAll(world, isManaged);
}

/** What one format after the other says of the whole page. */
const sentences: readonly (readonly [name: string, sentence: RegExp])[] = [
  ["", /<section class="banner[^>]*><h1>([^<]+)/],
  ["/badge.json", /"message":"([^"]+)"/],
  ["/badge.svg", /<title>[^<:]+: ([^<]+)/],
  ["/social.svg", /<title>[^<:]+: ([^<]+)/],
  ["/embed", /<p class="s \w">([^<]+)/],
  ["/incidents/none", /<span class="s \w">([^<]+)/],
  ["/manage/:page", /<strong[^>]*>(?:<svg.*?<\/svg>)?<bdi>([^<]+)/],
];

const saidOf = (read: Read): Record<string, string | undefined> =>
  Object.fromEntries(
    sentences.flatMap(([name, sentence]) => {
      const found = read.get(name);
      return found ? [[name, sentence.exec(found.text)?.[1]]] : [];
    }),
  );

const nameOf = ({ watchers, beside }: Life) =>
  `${watchers.map(({ kind, state }) => `${kind} ${state}`).join(" and ")}${beside ? ", beside another" : ""}`;

const isOfItself = (name: string) => /:id\/badge|^api \/pages\/\{page\}\/components\/\{\w+\}$/.test(name);

/** Formats that tell of now and of no time before. */
const isOfNow = (name: string) => /badge|social|embed|api\/v2|^ as application|^api .*component(s|\})$/.test(name);

const isGreen = (green: Green) => ["operational", "green colour", "indicator none"].some((claim) => green[claim] !== 0);

const table = lives.map((life, at) => [nameOf(life), life, at < 2] as const);

test.each(table)("taking away %s, one after the other, makes nothing greener", async (_, life, isManaged) => {
  const { watchers, beside } = life;
  const world = await aWorld(beside);
  const ids: string[] = [];
  for (const each of watchers) ids.push(await attach(world.desk, each, world.component));
  let before = await readAll(world, isManaged);
  const states = watchers.map(({ state }) => state);
  if (states.includes("down")) expect(before.get("/components/:id/badge.json")?.text).toContain("Major outage");
  else if (!states.includes("silent") && states.includes("well"))
    expect(before.get("/components/:id/badge.json")?.text).toContain("Operational");
  for (const [index, each] of watchers.entries()) {
    await detach(world.desk, each, ids[index] as string);
    const after = await readAll(world, isManaged);
    const rest = watchers.slice(index + 1);
    const never = await neverMore(rest, beside, isManaged);
    const isGood = each.state === "well" || each.state === "new";
    expect(greenerIn(after, ...(isGood ? [before] : [before, never]))).toEqual([]);
    const own = greenerIn(after, before).filter(isOfItself);
    expect(rest.some(({ state }) => state === "well") ? [] : own).toEqual([]);
    const said = saidOf(after);
    expect(new Set(Object.values(said)), JSON.stringify(said)).toEqual(new Set([said[""]]));
    expect(said[""]).toBeDefined();
    before = after;
  }
  const live = [...before].filter(([name]) => isOfItself(name) || (!beside && isOfNow(name)));
  expect(live.length).toBeGreaterThanOrEqual(3);
  expect(live.filter(([, { green }]) => isGreen(green)).map(([name]) => name)).toEqual([]);
  const whole = [...before].filter(([, { text }]) => /All systems operational/i.test(text));
  expect(whole.map(([name]) => name)).toEqual([]);
});

const day = 24 * 3_600_000;

/** What it says of the days before this one. */
function pastOf(read: Read): Green {
  const [, ...rows] = (read.get("/uptime.csv?by=day")?.text ?? "").trim().split("\r\n");
  const today = new Date(deployment.clock.now).toISOString().slice(0, 10);
  const past = rows.map((row) => row.split(",")).filter((cells) => (cells[3] ?? "") < today);
  return {
    days: past.length,
    known: past.reduce((all, cells) => all + Number(cells[6]), 0),
    ...greenOf(read.get("/components/:id")?.text.match(/<table aria-label="Daily history">.*?<\/table>/s)?.[0] ?? ""),
  };
}

test.each(observerKinds)("adding a %s makes no past greener", async (kind) => {
  const world = await aWorld(false);
  await readAll(world, false);
  deployment.clock.now += 3 * day;
  const before = pastOf(await readAll(world, false));
  await attach(world.desk, { kind, state: "well" }, world.component);
  deployment.clock.now += 3_600_000;
  await publishAgain(world);
  const after = await readAll(world, false);
  expect(after.get("/components/:id/badge.json")?.text).toContain("Operational");
  expect(before).toMatchObject({ days: 3, known: 0 });
  expect(greener(pastOf(after), { ...before, operational: 1, "green mark": 1 })).toBe("");
});
