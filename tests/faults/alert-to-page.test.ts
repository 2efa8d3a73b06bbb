import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { incidentTable, incidentUpdateTable } from "~/db/schema";
import type { Result } from "~/failures/failure";
import { editIncident } from "~/incidents/edit";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { publishIncident, withdrawIncident } from "~/incidents/verbs";
import type { Ctx } from "~/platform/ctx";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { noon, openDeployment, type TestDeployment } from "../support/database";
import { good } from "../support/desk";
import { asOwner, everyFault, type Flow } from "../support/every-fault";
import { group, post, type TestAlert } from "../support/ingest";
import { printFaults } from "../support/measured";
import type { PageOptions, TestPage } from "../support/scenario";

let deployment: TestDeployment;
let cases = 0;
beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0" });
});
afterAll(async () => {
  printFaults("alerts, and what people do to incidents", cases);
  await deployment.close();
});

const minute = 60_000;

const deliver = (ctx: Ctx, page: TestPage, alerts: TestAlert[]) => good(post(ctx, page, group(alerts)));
const firing: TestAlert = { key: "one", startsAt: noon - minute };
const resolved = (): TestAlert => ({ ...firing, status: "resolved", endsAt: deployment.clock.now });

const settled = async () => {
  await deployment.settled();
  await handleCronTick(deployment.ctx(), deployment.clock.now);
};

async function fired(page: TestPage) {
  await deliver(deployment.ctx(), page, [firing]);
  await settled();
}

const ingest = (name: string, options: PageOptions, arrange: Flow["arrange"], alerts: () => TestAlert[]): Flow => ({
  name: `ingest: ${name}`,
  options,
  arrange,
  operate: (ctx, page) => deliver(ctx, page, alerts()),
});

const quick: PageOptions = { mode: "publish", holdSeconds: 0, resolveAfterSeconds: 0 };

const ingestFlows: Flow[] = [
  ingest("a first firing", {}, settled, () => [firing]),
  ingest("a first firing that publishes at once", quick, settled, () => [firing]),
  ingest("two alerts in one body", quick, settled, () => [firing, { key: "two", startsAt: noon }]),
  ingest("the same again", {}, fired, () => [firing]),
  ingest("a recovery", {}, fired, () => [resolved()]),
  ingest("a recovery that resolves the incident", quick, fired, () => [resolved()]),
  ingest("an unknown recovery", {}, settled, () => [resolved()]),
  ingest(
    "the same firing after a gap",
    quick,
    async (page) => {
      await fired(page);
      await deliver(deployment.ctx(), page, [resolved()]);
      await settled();
      deployment.clock.now += minute;
    },
    () => [firing],
  ),
];

const input = (page: TestPage, commitId: string, visibility: "draft" | "published") => ({
  pageId: page.id,
  commitId: `${page.slug}-${commitId}`,
  title: "Orders are late",
  body: "We *look* into it.",
  status: "investigating" as const,
  components: { [page.components[0] as string]: "partial_outage" as const },
  visibility,
  notify: true,
});

async function latest(page: TestPage) {
  const ctx = deployment.ctx();
  const [rows, updates] = await readBatch(
    ctx,
    ctx.db.select().from(incidentTable).where(eq(incidentTable.pageId, page.id)),
    ctx.db.select().from(incidentUpdateTable).where(eq(incidentUpdateTable.pageId, page.id)),
  );
  const row = rows.at(-1);
  return { id: row?.id ?? "", version: row?.version ?? 0, updateId: updates.at(-1)?.id ?? "" };
}

const opened = (visibility: "draft" | "published") => async (page: TestPage) => {
  await settled();
  await good(openIncident(asOwner(deployment.ctx(), page), input(page, "arranged", visibility)));
};

type Target = Awaited<ReturnType<typeof latest>> & { pageId: string; commitId: string };

/** The target is read once, before the first try: a person's form carries the version that was shown. */
function person(
  name: string,
  arrange: Flow["arrange"],
  act: (ctx: Ctx, target: Target) => Promise<Result<unknown>>,
): Flow {
  const targets = new Map<string, Target>();
  return {
    name,
    options: {},
    arrange: async (page) => {
      await arrange(page);
      targets.set(page.id, { ...(await latest(page)), pageId: page.id, commitId: `${page.slug}-act` });
    },
    operate: (ctx, page) => good(act(asOwner(ctx, page), targets.get(page.id) as Target)),
  };
}

const update = (status: "identified" | "resolved" | "investigating") => (ctx: Ctx, target: Target) =>
  postIncidentUpdate(ctx, { ...target, status, body: `Now ${status}.`, notify: true });

const resolvedOne = async (page: TestPage) => {
  await opened("published")(page);
  const target = { ...(await latest(page)), pageId: page.id, commitId: `${page.slug}-resolved` };
  await good(update("resolved")(asOwner(deployment.ctx(), page), target));
};

const personFlows: Flow[] = [
  {
    name: "open: published",
    options: {},
    arrange: settled,
    operate: (ctx, page) => good(openIncident(asOwner(ctx, page), input(page, "act", "published"))),
  },
  {
    name: "open: draft",
    options: {},
    arrange: settled,
    operate: (ctx, page) => good(openIncident(asOwner(ctx, page), input(page, "act", "draft"))),
  },
  person("publish a draft", opened("draft"), (ctx, target) => publishIncident(ctx, target)),
  person("update", opened("published"), update("identified")),
  person("resolve", opened("published"), update("resolved")),
  person("reopen", resolvedOne, update("investigating")),
  person("edit", opened("published"), (ctx, target) => editIncident(ctx, { ...target, title: "Orders are slow" })),
  person("withdraw", opened("published"), (ctx, target) => withdrawIncident(ctx, target)),
  {
    name: "publish: the page",
    options: {},
    arrange: async () => undefined,
    operate: (ctx, page) => publishPage(ctx, page.id),
  },
];

describe("every single fault: nothing lost, nothing doubled", () => {
  test.each([...ingestFlows, ...personFlows])("$name", async (flow) => {
    const outcome = await everyFault(deployment, flow);
    cases += outcome.cases;
    console.log(`${flow.name}: k = ${outcome.calls} calls, ${outcome.cases} cases`);
    expect(outcome.calls).toBeGreaterThan(1);
    expect(outcome.differences).toEqual([]);
  });
});
