import type { TestDeployment } from "./database";
import type { Owner, Stage } from "./matrix-cast";

type Need = "viewer" | "responder" | "admin";

interface Operation {
  need: Need;
  drafts?: true;
  body?: (stage: Stage) => unknown;
  target?: (stage: Stage) => Promise<string>;
}

let made = 0;
const titled = (more: object = {}) => ({
  incident: { name: `Slow ${++made}`, body: "Looking.", impact_override: "minor", ...more },
});
const template = () => ({ template: { name: `Template ${++made}`, title: "{{component}} is slow" } });

const note = () => ({ note: { body: `For us ${++made}` } });

/**
 * Returns the cells of incidents, their postmortems and templates in the matrix of the API. The arguments are set only
 * when the tests run.
 */
export function incidentOperations(owner: () => Owner, deployment: () => TestDeployment): Record<string, Operation> {
  const make = (stage: Stage, more?: object) => owner().makeId(`/pages/${stage.slug}/incidents`, titled(more));
  const incident = (stage: Stage) => make(stage);
  const draft = (stage: Stage) => make(stage, { visibility: "draft" });
  const past = async (stage: Stage, postmortem: string) => {
    const id = await make(stage, { backfilled: true, backfill_date: "2026-11-19T10:00:00Z" });
    const sql = "UPDATE incident SET postmortem = ?2, postmortem_body = 'Why.' WHERE id = ?1";
    await deployment().ctx().d1.prepare(sql).bind(id, postmortem).run();
    return id;
  };
  const drafted = (stage: Stage) => past(stage, "draft");
  const published = (stage: Stage) => past(stage, "published");
  const updateOf = async (stage: Stage) => {
    const found = await owner().make(`/pages/${stage.slug}/incidents`, titled());
    const [update] = found.incident_updates as { id: string }[];
    return `${found.id}/incident_updates/${update?.id}`;
  };
  /** A note of the owner's: other responders can read it, and change only their own. */
  const noteOf = async (stage: Stage) => {
    const id = await make(stage);
    return `${id}/notes/${await owner().makeId(`/pages/${stage.slug}/incidents/${id}/notes`, note())}`;
  };
  const notedOf = async (stage: Stage) => (await noteOf(stage)).split("/")[0] ?? "";
  const renoted = { need: "admin" as const, target: noteOf, body: note };
  const aTemplate = (stage: Stage) => owner().makeId(`/pages/${stage.slug}/incident_templates`, template());
  const at = "/pages/{page}/incidents";
  const templates = "/pages/{page}/incident_templates";
  const changed = { need: "responder" as const, target: incident, body: () => ({ incident: { name: "Other" } }) };
  const corrected = { ...changed, target: updateOf, body: () => ({ incident_update: { body: "Other" } }) };
  const renamed = { need: "admin" as const, target: aTemplate, body: () => ({ template: { name: "Other" } }) };
  const proposal = () => ({ proposal: { body: `We look into it ${++made}.` } });
  const propose = async (stage: Stage, id: string) =>
    owner().makeId(`/pages/${stage.slug}/incidents/${id}/proposals`, proposal());
  const proposed = async (stage: Stage) => propose(stage, await make(stage));
  const proposedOf = async (stage: Stage) => {
    const id = await make(stage);
    return `${id}/proposals/${await propose(stage, id)}`;
  };
  const proposals = "/pages/{page}/proposals";
  return {
    [`GET ${proposals}`]: { need: "viewer" },
    [`DELETE ${proposals}/{id}`]: { need: "responder", target: proposed },
    [`GET ${at}/{id}/proposals`]: { need: "viewer", target: incident },
    [`POST ${at}/{id}/proposals`]: { need: "responder", drafts: true, target: incident, body: proposal },
    [`DELETE ${at}/{id}/proposals/{proposal}`]: { need: "responder", target: proposedOf },
    [`GET ${at}`]: { need: "viewer" },
    [`POST ${at}`]: { need: "responder", body: () => titled() },
    [`GET ${at}/unresolved`]: { need: "viewer" },
    [`GET ${at}/{id}`]: { need: "viewer", target: incident },
    [`PUT ${at}/{id}`]: changed,
    [`PATCH ${at}/{id}`]: changed,
    [`DELETE ${at}/{id}`]: { need: "admin", target: incident },
    [`PUT ${at}/{id}/incident_updates/{update}`]: corrected,
    [`PATCH ${at}/{id}/incident_updates/{update}`]: corrected,
    [`POST ${at}/{id}/publish`]: { need: "responder", target: draft },
    [`GET ${at}/{id}/postmortem`]: { need: "viewer", target: drafted },
    [`GET ${at}/{id}/notes`]: { need: "viewer", target: notedOf },
    [`POST ${at}/{id}/notes`]: { need: "responder", target: incident, body: note },
    [`PUT ${at}/{id}/notes/{note}`]: renoted,
    [`PATCH ${at}/{id}/notes/{note}`]: renoted,
    [`DELETE ${at}/{id}/notes/{note}`]: { need: "admin", target: noteOf },
    [`PUT ${at}/{id}/postmortem`]: {
      need: "responder",
      target: drafted,
      body: () => ({ postmortem: { body_draft: "Because." } }),
    },
    [`DELETE ${at}/{id}/postmortem`]: { need: "responder", target: drafted },
    [`PUT ${at}/{id}/postmortem/publish`]: { need: "responder", target: drafted, body: () => ({}) },
    [`PUT ${at}/{id}/postmortem/revert`]: { need: "responder", target: published },
    [`GET ${templates}`]: { need: "viewer" },
    [`POST ${templates}`]: { need: "admin", body: template },
    [`GET ${templates}/{id}`]: { need: "viewer", target: aTemplate },
    [`PUT ${templates}/{id}`]: renamed,
    [`PATCH ${templates}/{id}`]: renamed,
    [`DELETE ${templates}/{id}`]: { need: "admin", target: aTemplate },
  };
}
