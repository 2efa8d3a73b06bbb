import { agentOperations } from "./matrix-agents";
import type { Owner, Stage } from "./matrix-cast";
import { heartbeatOperations } from "./matrix-heartbeats";

type Need = "viewer" | "responder" | "admin";

interface Operation {
  need: Need;
  body?: () => unknown;
  target?: (stage: Stage) => Promise<string>;
}

let made = 0;

/** Returns the cells of monitors by spec §6: who may see them, run a check, and change them. */
function monitorOperations(owner: () => Owner): Record<string, Operation> {
  const path = "/pages/{page}/monitors";
  const settings = { url: "https://shop.example.com" };
  const body = () => ({ monitor: { kind: "http", name: `Shop ${++made}`, interval: 60, settings } });
  const target = (stage: Stage) => owner().makeId(`/pages/${stage.slug}/monitors`, body());
  const change: Operation = { need: "admin", target, body: () => ({ monitor: { name: "Other" } }) };
  return {
    [`GET ${path}`]: { need: "viewer" },
    [`POST ${path}`]: { need: "admin", body },
    [`GET ${path}/{id}`]: { need: "viewer", target },
    [`PUT ${path}/{id}`]: change,
    [`PATCH ${path}/{id}`]: change,
    [`DELETE ${path}/{id}`]: { need: "admin", target },
    [`POST ${path}/{id}/pause`]: { need: "admin", target },
    [`POST ${path}/{id}/resume`]: { need: "admin", target },
    [`POST ${path}/{id}/check`]: { need: "responder", target },
    [`GET ${path}/{id}/evidence`]: { need: "viewer", target },
    [`GET ${path}/{id}/results`]: { need: "viewer", target },
  };
}

/** Returns the cells of automatic checks. `owner` is set only when the tests run. */
export const watchOperations = (owner: () => Owner) => ({
  ...monitorOperations(owner),
  ...heartbeatOperations(owner),
  ...agentOperations(owner),
});
