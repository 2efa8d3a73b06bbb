import { saveRule } from "~/alert-rules/save";
import { listRules } from "~/alert-rules/verbs";
import { runBatch } from "~/db/run-batch";
import { createHeartbeat } from "~/heartbeats/create";
import { recordPing } from "~/heartbeats/record";
import { deleteHeartbeat } from "~/heartbeats/verbs";
import { deleteMonitor } from "~/monitors/verbs";
import { createSource } from "~/sources/create";
import { deleteSource } from "~/sources/verbs";
import { type Desk, good } from "./desk";
import { watch } from "./monitors";
import { say, settled, silence } from "./own-alerts";

export const observerKinds = ["monitor", "heartbeat", "source"] as const;
export const observerStates = ["well", "down", "silent", "new"] as const;

/** An observer of a component, and the state that it reports. */
export interface Observer {
  kind: (typeof observerKinds)[number];
  state: (typeof observerStates)[number];
}

const touching = (componentId: string) => ({
  components: { [componentId]: "major_outage" as const },
  mode: "draft" as const,
});

const pingUrls = new Map<string, string>();

/** Sends a heartbeat's first ping; does nothing for other kinds. */
async function ping(desk: Desk, id: string): Promise<void> {
  const uuid = pingUrls.get(id)?.split("/").at(-1);
  if (uuid === undefined) return;
  const by = {
    method: "POST",
    from: "192.0.2.1",
    agent: "curl/8",
    body: { bytes: new Uint8Array(), truncated: false },
  };
  await recordPing(desk.deployment.ctx(), { address: { uuid }, action: "success", create: false, ...by });
  await settled(desk);
}

async function made(desk: Desk, kind: Observer["kind"], componentId: string): Promise<string> {
  const { pageId } = desk;
  const admin = () => desk.as("admin");
  if (kind === "monitor") return watch(desk, touching(componentId));
  if (kind === "heartbeat") {
    const { id, pingUrl } = await good(createHeartbeat(admin(), { pageId, name: "Backup", ...touching(componentId) }));
    pingUrls.set(id, pingUrl);
    return id;
  }
  const { id: sourceId } = await good(createSource(admin(), { pageId, kind: "alertmanager", name: "Prometheus" }));
  const [rule] = await good(listRules(admin(), { pageId, sourceId }));
  const target = { pageId, sourceId, id: rule?.id ?? "", version: rule?.version ?? 0 };
  await good(saveRule(admin(), { ...target, ...touching(componentId) }));
  await runBatch(admin(), [{ sql: "UPDATE source SET quiet_means_well = 1 WHERE id = ?1", params: [sourceId] }]);
  return sourceId;
}

/** Attaches and settles an observer; returns its id. */
export async function attach(desk: Desk, { kind, state }: Observer, componentId: string): Promise<string> {
  const id = await made(desk, kind, componentId);
  await settled(desk);
  if (state === "new") return id;
  const heard = "UPDATE source SET unheard = 0, last_heard_at = ?2 WHERE id = ?1";
  await runBatch(desk.owner(), [{ sql: heard, params: [id, desk.deployment.clock.now] }]);
  await ping(desk, id);
  await say(desk, id, state === "down" ? "firing" : "resolved");
  await runBatch(desk.owner(), [
    { sql: "UPDATE settle SET wanted = wanted + 1 WHERE page_id = ?1", params: [desk.pageId] },
  ]);
  await settled(desk);
  if (state === "silent") await silence(desk, id, desk.deployment.clock.now);
  return id;
}

const removals = { monitor: deleteMonitor, heartbeat: deleteHeartbeat, source: deleteSource };

export async function detach(desk: Desk, { kind }: Observer, id: string): Promise<void> {
  await good(removals[kind](desk.as("admin"), { pageId: desk.pageId, id }));
  await settled(desk);
}
