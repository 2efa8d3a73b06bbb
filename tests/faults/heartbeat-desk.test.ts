import { and, eq } from "drizzle-orm";
import { readBatch } from "~/db/read";
import { sourceTable } from "~/db/schema";
import { bulkChangeHeartbeats } from "~/heartbeats/bulk";
import { createHeartbeat, createHeartbeatByPing } from "~/heartbeats/create";
import { rotatePingKey } from "~/heartbeats/ping-key";
import { recordPing } from "~/heartbeats/record";
import { updateHeartbeat } from "~/heartbeats/update";
import { deleteHeartbeat, pauseHeartbeat, resumeHeartbeat, rotateHeartbeatAddress } from "~/heartbeats/verbs";
import { good } from "../support/desk";
import { type Act, actingFlow, asOwner, type Flow, testEveryFault } from "../support/every-fault";
import { deploymentOfFile } from "../support/of-file";
import type { TestPage } from "../support/scenario";

const deployment = deploymentOfFile();

const fields = (page: TestPage) => ({
  name: "Backup",
  slug: "backup",
  mode: "draft",
  tags: ["eu"],
  components: { [page.components[0] as string]: "partial_outage" as const },
});

async function ping(uuid: string, action: "success" | "fail"): Promise<void> {
  const body = { bytes: new TextEncoder().encode("log"), truncated: false };
  const by = { method: "POST", from: "192.0.2.1", agent: "curl", body };
  await good(recordPing(deployment.ctx(), { address: { uuid }, action, create: false, ...by }));
  await deployment.settled();
}

/** One that is down, with an alert that fires. */
async function arranged(page: TestPage): Promise<void> {
  const made = await good(createHeartbeat(asOwner(deployment.ctx(), page), { pageId: page.id, ...fields(page) }));
  const uuid = made.pingUrl.split("/").at(-1) ?? "";
  await ping(uuid, "success");
  deployment.clock.now += 1000;
  await ping(uuid, "fail");
}

async function only(page: TestPage) {
  const ctx = deployment.ctx();
  const mine = and(eq(sourceTable.pageId, page.id), eq(sourceTable.family, "heartbeat"));
  const [rows] = await readBatch(ctx, ctx.db.select().from(sourceTable).where(mine));
  return { id: rows[0]?.id ?? "", version: rows[0]?.version ?? 0 };
}

type Seen = Awaited<ReturnType<typeof only>>;

const flow = (name: string, act: Act<Seen>, arrange: Flow["arrange"] = arranged) =>
  actingFlow({ name, act, arrange, see: only });

const paused = async (page: TestPage) => {
  await arranged(page);
  await good(pauseHeartbeat(asOwner(deployment.ctx(), page), { pageId: page.id, ...(await only(page)) }));
  await deployment.settled();
};

const flows: Flow[] = [
  {
    name: "heartbeats/create",
    options: {},
    arrange: async () => undefined,
    operate: (ctx, page) =>
      good(createHeartbeat(asOwner(ctx, page), { pageId: page.id, commitId: `${page.slug}-act`, ...fields(page) })),
  },
  {
    name: "heartbeats/create by ping",
    options: {},
    arrange: async () => undefined,
    operate: (ctx, page) => good(createHeartbeatByPing(ctx, { pageId: page.id, slug: "backup" })),
  },
  flow("heartbeats/update", (ctx, given, seen) =>
    updateHeartbeat(ctx, { ...given, ...seen, name: "Nightly", components: {}, mode: "none", graceSeconds: 120 }),
  ),
  flow("heartbeats/pause", (ctx, given, seen) => pauseHeartbeat(ctx, { ...given, ...seen })),
  flow("heartbeats/resume", (ctx, given, seen) => resumeHeartbeat(ctx, { ...given, ...seen }), paused),
  flow("heartbeats/delete", (ctx, given, seen) => deleteHeartbeat(ctx, { ...given, ...seen })),
  flow("heartbeats/bulk", (ctx, given, { id }) => bulkChangeHeartbeats(ctx, { ...given, ids: [id], action: "delete" })),
  flow("heartbeats/rotate", (ctx, given, seen) => rotateHeartbeatAddress(ctx, { ...given, ...seen })),
  flow("heartbeats/ping-key", (ctx, given) => rotatePingKey(ctx, given)),
];

testEveryFault("heartbeats' forms", deployment, flows, { leastCases: 5 });
