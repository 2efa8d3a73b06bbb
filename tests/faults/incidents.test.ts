import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { read } from "~/db/read";
import { incident } from "~/db/schema";
import { tick } from "~/jobs/tick";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { backfillIncident } from "~/usecases/incidents/backfill";
import { openIncident } from "~/usecases/incidents/open";
import { postUpdate } from "~/usecases/incidents/post-update";
import { publishIncident } from "~/usecases/incidents/publish";
import { publishPostmortem } from "~/usecases/postmortems/publish";
import { noon, openDeployment, type TestDeployment } from "../support/database";
import { good } from "../support/desk";
import { asOwner, everyFault, type Flow } from "../support/every-fault";
import type { TestPage } from "../support/page";

let deployment: TestDeployment;
let cases = 0;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(async () => {
  console.log(`every single fault of incidents: ${cases} cases, 0 lost, 0 doubled`);
  await deployment.close();
});

const hour = 3_600_000;

const opened = (page: TestPage, more: object = {}) => ({
  ...{ pageId: page.id, title: "Slow", body: "Looking." },
  components: { [page.components[0] as string]: "major_outage" as const },
  ...more,
});

/** The incident as a person sees it before acting. */
async function seen(page: TestPage) {
  const ctx = deployment.ctx();
  const [rows] = await read(ctx, ctx.db.select().from(incident).where(eq(incident.pageId, page.id)));
  const { id = "", version = 0 } = rows.at(-1) ?? {};
  return { id, version };
}

type Seen = Awaited<ReturnType<typeof seen>>;
type Act = (
  ctx: Ctx,
  given: { pageId: string; commitId: string },
  seen: Seen,
  page: TestPage,
) => Promise<Result<unknown>>;

function flow(name: string, act: Act, before: object | null): Flow {
  const known = new Map<string, Seen>();
  return {
    name,
    options: {},
    arrange: async (page) => {
      await tick(deployment.ctx(), deployment.clock.now);
      if (before) await good(openIncident(asOwner(deployment.ctx(), page), opened(page, before)));
      deployment.clock.now += 1000;
      known.set(page.id, await seen(page));
    },
    operate: async (ctx, page) => {
      const given = { pageId: page.id, commitId: `${page.slug}-act` };
      await good(act(asOwner(ctx, page), given, known.get(page.id) as Seen, page));
    },
  };
}

const flows: Flow[] = [
  flow("incident: opened", (ctx, given, _seen, page) => openIncident(ctx, { ...opened(page), ...given }), null),
  flow("incident: draft published", (ctx, given, found) => publishIncident(ctx, { ...given, ...found }), {
    visibility: "draft",
  }),
  flow(
    "incident: update posted",
    (ctx, given, { id, version }) => postUpdate(ctx, { ...given, id, version, status: "identified", body: "Found." }),
    {},
  ),
  flow(
    "incident: added to a closed day",
    (ctx, given, _seen, page) => {
      const { components, title } = opened(page);
      const times = { startedAt: noon - 30 * hour, endsAt: noon - 29 * hour };
      return backfillIncident(ctx, { ...given, ...times, title, components, resolution: "Over." });
    },
    null,
  ),
  flow(
    "postmortem: published and told",
    (ctx, given, { id, version }) => publishPostmortem(ctx, { ...given, id, version, body: "Why.", notify: true }),
    { status: "resolved" },
  ),
];

describe("every single fault of incidents: nothing lost, nothing doubled", () => {
  test.each(flows)("$name", async (each) => {
    const outcome = await everyFault(deployment, each);
    cases += outcome.cases;
    console.log(`${each.name}: k = ${outcome.calls} calls, ${outcome.cases} cases`);
    expect(outcome.calls).toBeGreaterThan(0);
    expect(outcome.differences).toEqual([]);
  });
});
