import type { Owner, Stage } from "./matrix-cast";

interface Operation {
  need: "viewer" | "responder";
  body?: (stage: Stage) => unknown;
  target?: (stage: Stage) => Promise<string>;
}

let made = 0;

const planned = (stage: Stage, more: object = {}) => ({
  maintenance: {
    title: `Upgrade ${++made}`,
    body: "Soon.",
    starts_at: "2027-03-01T10:00:00Z",
    ends_at: "2027-03-01T11:00:00Z",
    component_ids: [stage.components[0]],
    ...more,
  },
});

/** Returns the cells of maintenance by spec §6: all members see it, responders may do everything. */
export function maintenanceOperations(owner: () => Owner): Record<string, Operation> {
  const path = "/pages/{page}/maintenances";
  const series = "/pages/{page}/maintenance_series";
  const make = (stage: Stage, more?: object) =>
    owner().make(`/pages/${stage.slug}/maintenances`, planned(stage, more)) as Promise<{
      id: string;
      series_id: string;
      updates: { id: string }[];
    }>;
  const target = async (stage: Stage) => (await make(stage)).id;
  const going = async (stage: Stage) => {
    const { id } = await make(stage);
    await owner().make(`/pages/${stage.slug}/maintenances/${id}/start`, {});
    return id;
  };
  const repeating = async (stage: Stage) => (await make(stage, { repeat: { frequency: "weekly" } })).series_id;
  const updateOf = async (stage: Stage) => {
    const { id, updates } = await make(stage);
    return `${id}/updates/${updates[0]?.id}`;
  };
  const act = (more: Omit<Operation, "need">): Operation => ({ need: "responder", ...more });
  const window = { starts_at: "2027-03-01T10:00:00Z", ends_at: "2027-03-01T11:00:00Z" };
  return {
    [`GET ${path}`]: { need: "viewer" },
    [`POST ${path}`]: act({ body: planned }),
    [`POST ${path}/preview`]: act({ body: () => ({ maintenance: window }) }),
    [`GET ${path}/{id}`]: { need: "viewer", target },
    [`PATCH ${path}/{id}`]: act({ target, body: () => ({ maintenance: { title: "Other" } }) }),
    [`POST ${path}/{id}/start`]: act({ target }),
    [`POST ${path}/{id}/verify`]: act({ target: going }),
    [`POST ${path}/{id}/complete`]: act({ target: going }),
    [`POST ${path}/{id}/cancel`]: act({ target }),
    [`POST ${path}/{id}/extend`]: act({ target, body: () => ({ maintenance: { ends_at: "2027-03-01T12:00:00Z" } }) }),
    [`POST ${path}/{id}/updates`]: act({ target, body: () => ({ maintenance_update: { body: "News." } }) }),
    [`PATCH ${path}/{id}/updates/{update}`]: act({
      target: updateOf,
      body: () => ({ maintenance_update: { body: "Other." } }),
    }),
    [`GET ${series}`]: { need: "viewer" },
    [`GET ${series}/{id}`]: { need: "viewer", target: repeating },
    [`PATCH ${series}/{id}`]: act({ target: repeating, body: () => ({ maintenance_series: { title: "Other" } }) }),
    [`DELETE ${series}/{id}`]: act({ target: repeating }),
    "GET /pages/{page}/incidents/scheduled": { need: "viewer" },
    "GET /pages/{page}/incidents/upcoming": { need: "viewer" },
    "GET /pages/{page}/incidents/active_maintenance": { need: "viewer" },
  };
}
