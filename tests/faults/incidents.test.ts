import { eq } from "drizzle-orm";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { incidentTable } from "~/db/schema";
import { backfillIncident } from "~/incidents/backfill";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { publishPostmortem } from "~/incidents/postmortems/verbs";
import { publishIncident } from "~/incidents/verbs";
import { noon } from "../support/database";
import { good } from "../support/desk";
import { type Act, actingFlow, asOwner, type Flow, testEveryFault } from "../support/every-fault";
import { deploymentOfFile } from "../support/of-file";
import type { TestPage } from "../support/scenario";

const deployment = deploymentOfFile();

const hour = 3_600_000;

const opened = (page: TestPage, more: object = {}) => ({
  pageId: page.id,
  title: "Slow",
  body: "Looking.",
  components: { [page.components[0] as string]: "major_outage" as const },
  ...more,
});

/** The incident as a person sees it before acting. */
async function seen(page: TestPage) {
  const ctx = deployment.ctx();
  const [rows] = await readBatch(ctx, ctx.db.select().from(incidentTable).where(eq(incidentTable.pageId, page.id)));
  const { id = "", version = 0 } = rows.at(-1) ?? {};
  return { id, version };
}

type Seen = Awaited<ReturnType<typeof seen>>;

const flow = (name: string, act: Act<Seen>, before: object | null) =>
  actingFlow({
    name,
    act,
    arrange: async (page) => {
      await handleCronTick(deployment.ctx(), deployment.clock.now);
      if (before) await good(openIncident(asOwner(deployment.ctx(), page), opened(page, before)));
      deployment.clock.now += 1000;
    },
    see: seen,
  });

const flows: Flow[] = [
  flow("incident: opened", (ctx, given, _seen, page) => openIncident(ctx, { ...opened(page), ...given }), null),
  flow("incident: draft published", (ctx, given, found) => publishIncident(ctx, { ...given, ...found }), {
    visibility: "draft",
  }),
  flow(
    "incident: update posted",
    (ctx, given, { id, version }) =>
      postIncidentUpdate(ctx, { ...given, id, version, status: "identified", body: "Found." }),
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

testEveryFault("incidents", deployment, flows);
