import type { Owner, Stage } from "./matrix-cast";

interface Operation {
  need: "viewer" | "admin";
  body?: (stage: Stage) => unknown;
  target?: (stage: Stage) => Promise<string>;
}

let made = 0;
const named = (more: object = {}) => ({ heartbeat: { name: `Backup ${++made}`, ...more } });

/** Returns the cells of heartbeats in the matrix of the API. `owner` is set only when the tests run. */
export function heartbeatOperations(owner: () => Owner): Record<string, Operation> {
  const heartbeat = (stage: Stage) => owner().makeId(`/pages/${stage.slug}/heartbeats`, named());
  const paused = async (stage: Stage) => {
    const id = await heartbeat(stage);
    await owner().make(`/pages/${stage.slug}/heartbeats/${id}/pause`, {});
    return id;
  };
  const pinged = (stage: Stage) => Promise.resolve(`${stage.heartbeat}/pings/1`);
  const at = "/pages/{page}/heartbeats";
  const changed = { need: "admin" as const, target: heartbeat, body: () => named({ grace: 120 }) };
  return {
    [`GET ${at}`]: { need: "viewer" },
    [`POST ${at}`]: { need: "admin", body: () => named() },
    [`GET ${at}/{id}`]: { need: "viewer", target: heartbeat },
    [`PUT ${at}/{id}`]: changed,
    [`PATCH ${at}/{id}`]: changed,
    [`DELETE ${at}/{id}`]: { need: "admin", target: heartbeat },
    [`POST ${at}/{id}/pause`]: { need: "admin", target: heartbeat },
    [`POST ${at}/{id}/resume`]: { need: "admin", target: paused },
    [`GET ${at}/{id}/pings`]: { need: "viewer", target: heartbeat },
    [`GET ${at}/{id}/pings/{number}`]: { need: "viewer", target: pinged },
  };
}
