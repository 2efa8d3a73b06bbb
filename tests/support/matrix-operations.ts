import { channelDeliveryTable } from "~/db/schema";
import type { TestDeployment } from "./database";
import { aChannel, type Owner, type Stage } from "./matrix-cast";
import { configurationOperations } from "./matrix-configuration";
import { correctionOperations } from "./matrix-corrections";
import { importOperations } from "./matrix-imports";
import { incidentOperations } from "./matrix-incidents";
import { maintenanceOperations } from "./matrix-maintenances";
import { watchOperations } from "./matrix-monitors";
import { peopleOperations } from "./matrix-people";
import { subscriberOperations } from "./matrix-subscribers";
import { aDeadNotice, arrange, put } from "./scenario";

type Need = "any token" | "own" | "operator" | "viewer" | "responder" | "admin" | "owner";

/** An operation of the API: the required role, and the body. */
export interface Operation {
  need: Need;
  /** True for a change that a drafter's token may make; every other one is refused to it. */
  drafts?: true;
  body?: (stage: Stage) => unknown;
  /** Creates the cell's target, again after each change; returns its id. */
  target?: (stage: Stage) => Promise<string>;
}

/** Set only when the tests run. */
interface Around {
  owner: () => Owner;
  deployment: () => TestDeployment;
}

let made = 0;
const fresh = (name: string) => {
  made += 1;
  return `${name} ${made}`;
};
const first = (stage: Stage) => stage.components[0] as string;
const ruling = { match: { title: "disk*" }, mode: "none" };

/** Returns functions that create one of each on a page and return its id. */
function makersOf({ owner, deployment }: Around) {
  const at = (stage: Stage, noun: string, body: object) => owner().makeId(`/pages/${stage.slug}/${noun}`, body);
  const component = (stage: Stage) => at(stage, "components", { component: { name: fresh("Part") } });
  const group = async (stage: Stage) => {
    const components = [await component(stage)];
    return at(stage, "component-groups", { component_group: { name: fresh("Group"), components } });
  };
  const prometheus = () => ({ source: { kind: "alertmanager", name: fresh("Prometheus") } });
  const channel = (stage: Stage) => at(stage, "channels", { channel: { ...aChannel, name: fresh("Ours") } });
  /** Creates a message that was never delivered. */
  const deadDelivery = async (stage: Stage) => {
    const [channelId, noticeId] = [await channel(stage), fresh("notice").replace(" ", "-")];
    const row = { channelId, noticeId, pageId: stage.id, state: "dead", attempts: [], createdAt: 1 };
    await put(deployment(), channelDeliveryTable, [row]);
    return `${channelId}/deliveries/${noticeId}`;
  };
  const alert = async (stage: Stage) => {
    const found = await owner().make(`/pages/${stage.slug}/sources`, prometheus());
    const token = String(found.ingest_url).split("/").at(-1) ?? "";
    return (await owner().deliver(token)).alerts[0]?.id ?? "";
  };
  return {
    component,
    group,
    source: (stage: Stage) => at(stage, "sources", prometheus()),
    overlap: async (stage: Stage) => `${await at(stage, "sources", prometheus())}/overlaps/address`,
    sourceDelivery: async (stage: Stage) => {
      const found = await owner().make(`/pages/${stage.slug}/sources`, prometheus());
      const token = String(found.ingest_url).split("/").at(-1) ?? "";
      return `${found.id}/deliveries/${(await owner().deliver(token)).id}`;
    },
    channel,
    deadDelivery,
    notice: ({ id }: Stage) => arrange(deployment(), aDeadNotice(id)).then((made) => made.id),
    rule: (stage: Stage) => at(stage, "rules", { rule: { source_id: stage.sourceId, ...ruling } }),
    alert,
  };
}

type Makers = ReturnType<typeof makersOf>;
type Operations = Record<string, Operation>;

const viewer: Operation = { need: "viewer" };
const change = (noun: string, fields: object, need: Need, target: Operation["target"]): Operation => ({
  need,
  ...(target ? { target } : {}),
  body: () => ({ [noun]: fields }),
});

const placeOperations = (make: Makers): Operations => ({
  "GET /pages": { need: "any token" },
  "POST /pages": {
    need: "operator",
    body: () => ({ page: { name: "Made", subdomain: fresh("made").replace(" ", "-") } }),
  },
  "GET /pages/{page}": viewer,
  "PUT /pages/{page}": change("page", { page_description: "Other" }, "admin", undefined),
  "PATCH /pages/{page}": change("page", { page_description: "Other" }, "admin", undefined),
  "GET /pages/{page}/components": viewer,
  "POST /pages/{page}/components": { need: "admin", body: () => ({ component: { name: fresh("Part") } }) },
  "GET /pages/{page}/components/{id}": { need: "viewer", target: make.component },
  "PUT /pages/{page}/components/{id}": {
    need: "admin",
    target: make.component,
    body: () => ({ component: { name: fresh("Other") } }),
  },
  "PATCH /pages/{page}/components/{id}": change("component", { status: "major_outage" }, "responder", make.component),
  "DELETE /pages/{page}/components/{id}": { need: "admin", target: make.component },
  "GET /pages/{page}/components/{id}/uptime": { need: "viewer", target: make.component },
  "GET /pages/{page}/component-groups/{id}/uptime": { need: "viewer", target: make.group },
  "GET /pages/{page}/component-groups": viewer,
  "POST /pages/{page}/component-groups": {
    need: "admin",
    body: (stage) => ({ component_group: { name: fresh("Group"), components: [first(stage)] } }),
  },
  "GET /pages/{page}/component-groups/{id}": { need: "viewer", target: make.group },
  "PUT /pages/{page}/component-groups/{id}": change("component_group", { name: "Other" }, "admin", make.group),
  "PATCH /pages/{page}/component-groups/{id}": change("component_group", { name: "Other" }, "admin", make.group),
  "DELETE /pages/{page}/component-groups/{id}": { need: "admin", target: make.group },
});

const sourceOperations = (make: Makers): Operations => ({
  "GET /pages/{page}/sources": viewer,
  "POST /pages/{page}/sources": {
    need: "admin",
    body: () => ({ source: { kind: "alertmanager", name: fresh("Prometheus") } }),
  },
  "GET /pages/{page}/sources/{id}": { need: "viewer", target: make.source },
  "PUT /pages/{page}/sources/{id}": change("source", { name: "Other" }, "admin", make.source),
  "PATCH /pages/{page}/sources/{id}": change("source", { name: "Other" }, "admin", make.source),
  "DELETE /pages/{page}/sources/{id}": { need: "admin", target: make.source },
  "POST /pages/{page}/sources/{id}/rotate": { need: "admin", target: make.source },
  "DELETE /pages/{page}/sources/{id}/overlaps/{what}": { need: "admin", target: make.overlap },
  "GET /pages/{page}/sources/{id}/deliveries": { need: "viewer", target: make.source },
  "GET /pages/{page}/sources/{id}/deliveries/{delivery}": { need: "viewer", target: make.sourceDelivery },
  "POST /pages/{page}/sources/{id}/deliveries/replay": {
    need: "admin",
    target: make.source,
    body: () => ({ deliveries: ["01m7vrt60gzx9a8q5f0p3kd2bn"] }),
  },
  "GET /pages/{page}/sources/{id}/suggestions": { need: "viewer", target: make.source },
  "GET /pages/{page}/rules": viewer,
  "POST /pages/{page}/rules": {
    need: "admin",
    body: (stage) => ({ rule: { source_id: stage.sourceId, ...ruling } }),
  },
  "POST /pages/{page}/rules/try": {
    drafts: true,
    need: "admin",
    body: (stage) => ({ rule: { source_id: stage.sourceId, match: ruling.match } }),
  },
  "GET /pages/{page}/rules/{id}": { need: "viewer", target: make.rule },
  "PUT /pages/{page}/rules/{id}": change("rule", { mode: "draft" }, "admin", make.rule),
  "PATCH /pages/{page}/rules/{id}": change("rule", { mode: "draft" }, "admin", make.rule),
  "DELETE /pages/{page}/rules/{id}": { need: "admin", target: make.rule },
  "POST /pages/{page}/mute": { need: "responder", body: () => ({ mute: { minutes: 15 } }) },
  "DELETE /pages/{page}/mute": { need: "responder" },
  "GET /pages/{page}/alerts": viewer,
  "GET /pages/{page}/audit": viewer,
  "GET /pages/{page}/alerts/{id}": { need: "viewer", target: make.alert },
  "POST /pages/{page}/alerts/{id}/acknowledge": { need: "responder", target: make.alert },
  "POST /pages/{page}/alerts/{id}/attach": change("alert", { incident_id: null }, "responder", make.alert),
  "POST /pages/{page}/alerts/{id}/restore": { need: "responder", target: make.alert },
  "POST /pages/{page}/alerts/{id}/dismiss": change("alert", { reason: "Known" }, "responder", make.alert),
});

const channelOperations = (make: Makers): Operations => ({
  "GET /pages/{page}/notices": viewer,
  "GET /pages/{page}/notices/{id}": { need: "viewer", target: make.notice },
  "POST /pages/{page}/notices/{id}/resend": { need: "responder", target: make.notice },
  "GET /pages/{page}/channels": viewer,
  "POST /pages/{page}/channels": { need: "admin", body: () => ({ channel: { ...aChannel, name: fresh("Ours") } }) },
  "GET /pages/{page}/channels/{id}": { need: "viewer", target: make.channel },
  "PUT /pages/{page}/channels/{id}": change("channel", { name: "Other" }, "admin", make.channel),
  "PATCH /pages/{page}/channels/{id}": change("channel", { paused: true }, "admin", make.channel),
  "DELETE /pages/{page}/channels/{id}": { need: "admin", target: make.channel },
  "POST /pages/{page}/channels/{id}/rotate": { need: "admin", target: make.channel },
  "POST /pages/{page}/channels/{id}/test": { need: "admin", target: make.channel },
  "GET /pages/{page}/channels/{id}/deliveries": { need: "viewer", target: make.channel },
  "POST /pages/{page}/channels/{id}/deliveries/{delivery}/retry": { need: "admin", target: make.deadDelivery },
});

export const operationsOf = (around: Around): Operations => {
  const make = makersOf(around);
  const { owner, deployment } = around;
  return {
    ...placeOperations(make),
    ...incidentOperations(owner, deployment),
    ...maintenanceOperations(owner),
    ...sourceOperations(make),
    ...peopleOperations(owner, deployment),
    ...subscriberOperations(owner, deployment),
    ...channelOperations(make),
    ...watchOperations(owner),
    ...correctionOperations(owner),
    ...importOperations(owner, deployment),
    ...configurationOperations(owner, deployment),
  };
};
