import { listComponents } from "~/components/list";
import { createHeartbeat } from "~/heartbeats/create";
import { checkAndSettleHeartbeats } from "~/heartbeats/engine/heartbeats-due";
import { readHeartbeat } from "~/heartbeats/read";
import { recordPing } from "~/heartbeats/record";
import { type Desk, good, openDesk } from "./desk";

export const simple = (periodSeconds: number) => ({ kind: "simple" as const, periodSeconds });

/** Opens a desk with actions on its heartbeats, each settled. */
export async function openHeartbeats() {
  const desk: Desk = await openDesk();
  const { deployment, pageId } = desk;
  const move = (milliseconds: number) => {
    deployment.clock.now += milliseconds;
  };
  return {
    desk,
    move,
    async make(more: object = {}) {
      move(1000);
      const made = await good(createHeartbeat(desk.as("admin"), { pageId, name: "Backup", ...more }));
      await deployment.settled();
      return { ...made, uuid: made.pingUrl.split("/").at(-1) ?? "" };
    },
    shown: (id: string, role: "viewer" | "admin" = "admin") => good(readHeartbeat(desk.as(role), { pageId, id })),
    target: (id: string, version?: number) => ({ pageId, id, ...(version === undefined ? {} : { version }) }),
    async ping(uuid: string, action: "success" | "start" | "fail" = "success", text = "") {
      const body = { bytes: new TextEncoder().encode(text), truncated: false };
      const by = { method: "POST", from: "192.0.2.1", agent: "curl/8", body };
      const done = await recordPing(deployment.ctx(), { address: { uuid }, action, create: false, ...by });
      await deployment.settled();
      return done;
    },
    /** Checks a heartbeat as the tick does when it is due. */
    async look(id: string) {
      await checkAndSettleHeartbeats({ ...deployment.ctx(), actor: { kind: "machine", id } }, [id]);
      await deployment.settled();
    },
    async statusOf(componentId: string) {
      const { components } = await good(listComponents(desk.as("viewer"), { pageId }));
      return components.find((each) => each.id === componentId)?.effective;
    },
    async close() {
      await deployment.settled();
      await desk.close();
    },
  };
}
