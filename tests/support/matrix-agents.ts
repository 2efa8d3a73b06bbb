import type { Owner, Stage } from "./matrix-cast";

let made = 0;
const body = () => ({ agent: { name: `Office ${++made}`, every: 2 } });

/** Returns the cells of agents in the matrix of the API. `owner` is set only when the tests run. */
export function agentOperations(owner: () => Owner) {
  const target = (stage: Stage) => owner().makeId(`/pages/${stage.slug}/agents`, body());
  const at = "/pages/{page}/agents";
  const admin = { need: "admin" as const, target };
  return {
    [`GET ${at}`]: { need: "viewer" as const },
    [`POST ${at}`]: { need: "admin" as const, body },
    [`GET ${at}/{id}`]: { need: "viewer" as const, target },
    [`PUT ${at}/{id}`]: { ...admin, body },
    [`PATCH ${at}/{id}`]: { ...admin, body },
    [`DELETE ${at}/{id}`]: admin,
    [`POST ${at}/{id}/secret`]: admin,
  };
}
