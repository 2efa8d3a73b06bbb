import { afterEach, beforeEach, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { runBatch } from "~/db/run-batch";
import { deletePage } from "~/pages/delete";
import type { CtxOptions } from "~/platform/ctx";
import { chargeMeter } from "~/platform/meter";
import { noOutbound } from "~/platform/outbound";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { openDesk } from "../../../tests/support/desk";
import { aPage, arrange, someMonitors } from "../../../tests/support/scenario";
import { bindCheckers, shardOf, tickMinutes } from "../../../tests/support/watched";
import { checksPerInvocation } from "../rules/shards-together";

/** Tests that monitors of several pages in one invocation do not affect each other. */
let deployment: TestDeployment;
let calls: ReturnType<typeof bindCheckers>;
const down = new Set<string>();
let hanging: { host: string; asked: string[]; others: () => void } | null = null;

/** Answers by host; a hanging host answers only after all others were asked. */
const network: NonNullable<CtxOptions["outbound"]> = ({ meter }) => ({
  async fetch({ url }) {
    chargeMeter(meter, "subrequests", 1);
    const { hostname } = new URL(url);
    hanging?.asked.push(hostname);
    if (hostname === hanging?.host) {
      await new Promise<void>((resolve) => Object.assign(hanging as object, { others: resolve }));
      return { ok: false, reason: "unreachable", code: "timeout", detail: "call.unreachable", milliseconds: 8000 };
    }
    if (hanging && hanging.asked.length === checksPerInvocation) hanging.others();
    const answer = { headers: new Headers(), text: "ok", truncated: false, milliseconds: 20 };
    return { ok: true, status: down.has(hostname) ? 500 : 200, ...answer };
  },
  connect: noOutbound.connect,
  upgrade: noOutbound.upgrade,
});

beforeEach(async () => {
  deployment = await openDeployment();
  deployment.way.outbound = network;
  down.clear();
  hanging = null;
});
afterEach(() => deployment.close());

const slugs = Array.from({ length: checksPerInvocation }, (_, index) => `p${index}`);

/** Opens several pages with one monitor each, all of them up. */
async function openPages() {
  for (const slug of slugs) {
    const page = await arrange(deployment, aPage({ slug, components: 1 }));
    const draft = { id: slug, settings: { url: `https://${slug}.example.com/` }, components: page.components };
    await arrange(deployment, someMonitors(page.id, [draft], { shardId: `shard-${slug}` }));
  }
  calls = bindCheckers(deployment);
  await tickMinutes(deployment, 2);
}

/** Runs a minute and returns the names of the objects called for its checks. */
async function minute(): Promise<string[]> {
  calls.length = 0;
  await tickMinutes(deployment);
  return calls.map(({ name }) => name).filter((name) => /^(shard|spread)-/.test(name));
}

const shard = (slug: string) => shardOf(deployment, `shard-${slug}`);
const now = () => Math.floor(deployment.clock.now / 60_000);

test("pages with a monitor each share an invocation, each keeps its own row", async () => {
  await openPages();
  expect(await minute()).toEqual(["shard-shard-p0"]);
  for (const slug of slugs) {
    expect(await shard(slug)).toMatchObject({ minute: now(), states: { [slug]: { confirmed: "up", last: now() } } });
  }
});

test("one that hangs keeps nobody from being looked at, and from the next minute on has an invocation of its own", async () => {
  await openPages();
  hanging = { host: "p0.example.com", asked: [], others: () => undefined };
  await minute();
  expect(hanging.asked.slice(0, checksPerInvocation)).toEqual(slugs.map((slug) => `${slug}.example.com`));
  for (const slug of slugs.slice(1)) expect((await shard(slug)).states[slug]?.last).toBe(now());
  hanging = null;
  down.add("p0.example.com");
  expect(await minute()).toEqual(["shard-shard-p0", "shard-shard-p1"]);
  expect((await shard("p0")).states.p0).toMatchObject({ confirmed: "down" });
});

test("one whose row cannot be written takes no minute of the others, also on Free, and then is alone", async () => {
  await openPages();
  const spoilt =
    "CREATE TRIGGER spoilt BEFORE UPDATE ON monitor_shard WHEN NEW.id = 'shard-p2' BEGIN SELECT RAISE(ABORT, 'spoilt'); END";
  await runBatch(deployment.ctx(), [{ sql: spoilt, params: [] }]);
  const before = (await shard("p2")).minute;
  for (let passed = 0; passed < 3; passed++) await minute();
  expect((await shard("p2")).minute).toBe(before);
  const others = slugs.filter((slug) => slug !== "p2");
  for (const slug of others) expect((await shard(slug)).minute).toBe(now());
  expect(await minute()).toEqual(["shard-shard-p2", "shard-shard-p0"]);
  const rows = await Promise.all(others.map(shard));
  expect(rows.map((row) => row.minute)).toEqual(others.map(() => now()));
  await runBatch(deployment.ctx(), [{ sql: "DROP TRIGGER spoilt", params: [] }]);
});

test("a page that is deleted in the same minute leaves nothing, and the others are kept", async () => {
  await openPages();
  const desk = await openDesk(deployment, "gone");
  await arrange(
    deployment,
    someMonitors(desk.pageId, [{ id: "gone", settings: { url: "https://gone.example.com/" } }], {
      shardId: "shard-a",
    }),
  );
  await tickMinutes(deployment, 2);
  const rows = async () => {
    const { results } = await deployment.bindings.DB.prepare("SELECT id FROM monitor_shard ORDER BY id").all();
    return results.map(({ id }) => id);
  };
  const fetching = network;
  let deleted = false;
  deployment.way.outbound = (around) => ({
    ...fetching(around),
    async fetch(asked) {
      if (!deleted) {
        deleted = true;
        expect((await deletePage(desk.owner(), { pageId: desk.pageId, version: 0, name: "Acme" })).ok).toBe(true);
      }
      return fetching(around).fetch(asked);
    },
  });
  await minute();
  expect(deleted).toBe(true);
  expect(await rows()).toEqual(slugs.map((slug) => `shard-${slug}`));
  for (const slug of slugs) expect((await shard(slug)).minute).toBe(now());
});

test("a tick that comes twice at once checks and writes each minute once", async () => {
  await openPages();
  deployment.clock.now += 60_000;
  const before = await Promise.all(slugs.map(shard));
  await Promise.all([
    handleCronTick(deployment.ctx(), deployment.clock.now),
    handleCronTick(deployment.ctx(), deployment.clock.now),
  ]);
  const after = await Promise.all(slugs.map(shard));
  expect(after.map(({ version }) => version)).toEqual(before.map(({ version }) => version + 1));
});
