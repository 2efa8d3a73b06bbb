import { createRoute, z } from "@hono/zod-openapi";
import { nounRoutes } from "~/api/noun-routes";
import { body, itemParam, json, refusals, slice } from "~/api/shapes";
import { changedUpdate, createIncidentSchema, updateIncidentSchema } from "./incident-input";
import { incident, incidentUpdate } from "./incident-shape";

const tags = ["Incidents"];
const path = "/pages/{page}/incidents";
const at = nounRoutes("Incidents", path);
const search = slice.extend({ q: z.string().max(255).optional() });

export const list = at.list(
  "The published incidents of a page, newest first",
  json(z.array(incident), "Incidents"),
  search,
);
export const unresolvedRoute = at.some("unresolved", "The open ones", json(z.array(incident), "Incidents"));
export const create = at.create(
  "Open an incident; with `scheduled_for`, schedule maintenance",
  createIncidentSchema,
  json(incident, "The incident"),
);
export const readIncidentRoute = at.read("One incident", json(incident, "The incident"));
export const change = at.change(
  "Change an incident; a status or a body posts an update",
  updateIncidentSchema,
  json(incident, "The incident"),
);
export const remove = at.withdraw(
  "Withdraw a published incident, dismiss a draft, call a maintenance off",
  json(incident, "The incident"),
);
export const publish = at.act("publish", "Publish a draft", json(incident, "The incident"));

const updateParam = itemParam.extend({ update: z.string().openapi({ param: { name: "update", in: "path" } }) });
export const changeUpdate = (method: "put" | "patch") =>
  createRoute({
    method,
    path: `${path}/{id}/incident_updates/{update}`,
    tags,
    summary: "Correct an update",
    request: { params: updateParam, ...body(changedUpdate) },
    responses: { 200: json(incidentUpdate, "The update"), ...refusals },
  });
