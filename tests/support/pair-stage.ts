import { and, eq } from "drizzle-orm";
import { createChannel } from "~/channels/create";
import { handleCronTick } from "~/clock/tick";
import { setComponentStatus } from "~/components/set-status";
import { readBatch } from "~/db/read";
import {
  alertTable,
  channelTable,
  componentTable,
  incidentTable,
  maintenanceTable,
  ruleTable,
  sourceTable,
} from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { planMaintenance } from "~/maintenances/plan";
import { startMaintenance } from "~/maintenances/verbs";
import { runSender } from "~/notifications/engine/wake";
import type { Ctx } from "~/platform/ctx";
import { publishPage } from "~/status-page/publishing/engine/publish";
import type { TestDeployment } from "./database";
import { good } from "./desk";
import { asOwner } from "./every-fault";
import { group, post } from "./ingest";
import {
  aHeartbeat,
  aPage,
  aRule,
  arrange,
  aSource,
  asked,
  someMonitors,
  someReaders,
  type TestHeartbeat,
  type TestPage,
  waitingNotices,
} from "./scenario";
import { bindCheckers } from "./watched";
import { worldMailer, worldNetwork } from "./world-network";

const minute = 60_000;
const hour = 60 * minute;
/** Twenty minutes before midnight: what ends before midnight affects a day that is closed soon. */
export const evening = Date.UTC(2026, 10, 20, 23, 40);
export const night = Date.UTC(2026, 10, 21, 0, 5);

/** A page with something of every kind in progress. */
export interface Stage {
  deployment: TestDeployment;
  page: TestPage;
  second: { id: string; token: string; ruleId: string };
  heartbeat: TestHeartbeat;
  monitorId: string;
  shardId: string;
  ids: Record<"published" | "draft" | "resolved" | "machine" | "soon" | "later" | "one" | "two", string>;
  versions: Map<string, number>;
  /** The alert that fires since the evening and opened the machine's incident. */
  alertId: string;
}

const deaf = { send: async () => undefined } as unknown as Queue<unknown>;

/** Wakes no sender: sending is an operation of its own. */
export const alone = (ctx: Ctx): Ctx => ({ ...ctx, bindings: { ...ctx.bindings, WAKE: deaf } });

export const person = (stage: Pick<Stage, "page">, ctx: Ctx): Ctx => alone(asOwner(ctx, stage.page));

async function secondSource({ deployment, page }: Pick<Stage, "deployment" | "page">) {
  const source = aSource(page.id, { id: "source-second", token: "token-second", name: "Second" });
  const rule = aRule(source, { id: "rule-second", resolveAfterSeconds: 0 });
  await arrange(deployment, source, rule);
  return { id: source.id, ruleId: rule.id, token: source.token };
}

async function teamChannel({ deployment, page }: Pick<Stage, "deployment" | "page">) {
  const given = { kind: "webhook", name: "Hook", settings: { url: "https://hook.example.com/" } };
  const events = ["draft_opened", "incident_opened"] as ("draft_opened" | "incident_opened")[];
  await good(createChannel(person({ page }, deployment.ctx()), { pageId: page.id, ...given, events }));
}

async function incidents({ deployment, page }: Pick<Stage, "deployment" | "page">) {
  const opened = async (title: string, at: number, over: object) => {
    deployment.clock.now += 1000;
    const components = { [page.components[at] as string]: "partial_outage" as const };
    const given = { pageId: page.id, title, body: "We look.", components, ...over };
    return (await good(openIncident(person({ page }, deployment.ctx()), given))).id;
  };
  return {
    published: await opened("Orders are late", 1, { visibility: "published" }),
    draft: await opened("Search is slow", 2, { visibility: "draft" }),
    resolved: await opened("Mails were late", 3, { visibility: "published", status: "resolved" }),
  };
}

async function maintenances({ deployment, page }: Pick<Stage, "deployment" | "page">) {
  const planned = async (title: string, startsAt: number, at: number) => {
    deployment.clock.now += 1000;
    const components = { [page.components[at] as string]: "under_maintenance" as const };
    const given = { pageId: page.id, title, components, startsAt, endsAt: startsAt + 3 * hour };
    const ctx = person({ page }, deployment.ctx());
    await good(planMaintenance(ctx, given));
    const [[row]] = await readBatch(
      ctx,
      ctx.db.select().from(maintenanceTable).where(eq(maintenanceTable.title, title)),
    );
    return { pageId: page.id, id: row?.id ?? "", version: row?.version ?? 0 };
  };
  const soon = await planned("Switch", night + hour, 0);
  const later = await planned("Cables", night + 48 * hour, 3);
  const one = await planned("Disks", evening + hour, 4);
  const two = await planned("Power", evening + hour, 4);
  for (const target of [one, two]) {
    deployment.clock.now += 1000;
    await good(startMaintenance(person({ page }, deployment.ctx()), target));
  }
  return { soon: soon.id, later: later.id, one: one.id, two: two.id };
}

/** Returns the versions that people have on their screens. */
async function versionsOf(ctx: Ctx, pageId: string): Promise<Map<string, number>> {
  const of = {
    component: componentTable,
    incident: incidentTable,
    maintenance: maintenanceTable,
    rule: ruleTable,
    source: sourceTable,
    channel: channelTable,
  };
  const all = await Promise.all(
    Object.values(of).map((table) =>
      readBatch(
        ctx,
        ctx.db.select({ id: table.id, version: table.version }).from(table).where(eq(table.pageId, pageId)),
      ),
    ),
  );
  return new Map(all.flatMap(([rows]) => rows.map(({ id, version }) => [id, version] as const)));
}

async function somethingFires(deployment: TestDeployment, page: TestPage, second: Stage["second"]) {
  const ctx = () => alone(deployment.ctx());
  await good(post(ctx(), page, group([{ key: "x", startsAt: deployment.clock.now }])));
  await deployment.settled();
  deployment.clock.now += minute;
  await good(post(ctx(), second, group([{ key: "y", startsAt: deployment.clock.now }])));
  await deployment.settled();
  await good(
    setComponentStatus(person({ page }, deployment.ctx()), {
      pageId: page.id,
      id: page.components[5] as string,
      status: "degraded_performance" as const,
      until: night + 2 * hour,
    }),
  );
}

/** Sends and processes everything from the evening before the night starts. */
async function allTold({ deployment, page }: Pick<Stage, "deployment" | "page">) {
  for (let passed = 10; passed > 0; passed--) {
    deployment.clock.now = night - passed * minute;
    await handleCronTick(alone(deployment.ctx()), deployment.clock.now);
    await runSender(deployment.ctx());
    await deployment.settled();
  }
  await publishPage(deployment.ctx(), page.id);
}

export async function openStage(deployment: TestDeployment): Promise<Stage> {
  deployment.clock.now = evening;
  deployment.way.outbound = worldNetwork().outbound;
  const options = { components: 6, mode: "publish", holdSeconds: 0, resolveAfterSeconds: 0 } as const;
  const page = await arrange(deployment, aPage(options));
  bindCheckers(deployment);
  const second = await secondSource({ deployment, page });
  await teamChannel({ deployment, page });
  const given = await incidents({ deployment, page });
  const works = await maintenances({ deployment, page });
  await somethingFires(deployment, page, second);
  const {
    ids: [monitorId = ""],
  } = await arrange(
    deployment,
    someMonitors(page.id, [
      { settings: { url: "https://m.example.com/" }, components: [page.components[2] as string], mode: "none" },
    ]),
  );
  const up = { state: "up", lastResult: "success", lastPingAt: night - 30_000, dueAt: night + hour } as const;
  const heartbeat = await arrange(deployment, aHeartbeat({ ...page, components: [page.components[3] as string] }, up));
  await arrange(deployment, worldMailer, someReaders([page]));
  await allTold({ deployment, page });
  deployment.clock.now = night - 2000;
  await arrange(deployment, asked(page.id, 1), waitingNotices(page.id, { count: 1, age: 0 }));
  const said = { pageId: page.id, id: given.published, body: "We still look." };
  await good(postIncidentUpdate(person({ page }, deployment.ctx()), said));
  await deployment.settled();
  const ctx = deployment.ctx();
  const firing = ctx.db
    .select()
    .from(alertTable)
    .where(and(eq(alertTable.pageId, page.id), eq(alertTable.key, "x")));
  const [[machine]] = await readBatch(ctx, firing);
  return {
    deployment,
    page,
    second,
    heartbeat,
    monitorId,
    shardId: `shard-${page.id}`,
    ids: { ...given, ...works, machine: machine?.incidentId ?? "" },
    versions: await versionsOf(deployment.ctx(), page.id),
    alertId: machine?.id ?? "",
  };
}
