import { createRoute, z } from "@hono/zod-openapi";
import { nounRoutes } from "~/api/noun-routes";
import {
  errorResponses,
  itemPathParamsSchema,
  jsonBodySpec,
  jsonResponseSpec,
  paginationQueryInputSchema,
} from "~/api/shapes";
import { changeIncidentUpdateSchema, createIncidentSchema, updateIncidentSchema } from "./incident-input";
import { incidentSchema, incidentUpdateSchema } from "./incident-shape";

const tags = ["Incidents"];
const path = "/pages/{page}/incidents";
const at = nounRoutes("Incidents", path);
const search = paginationQueryInputSchema.extend({ q: z.string().max(255).optional() });

export const listIncidentsRoute = at.list(
  "The published incidents of a page, newest first",
  jsonResponseSpec(
    z.array(incidentSchema),
    "Incidents; with `q`, the header `x-upfront-search-cut: true` says that older ones may have the words, too",
  ),
  search,
);
export const unresolvedIncidentsRoute = at.some(
  "unresolved",
  "The open ones",
  jsonResponseSpec(z.array(incidentSchema), "Incidents"),
);
export const createIncidentRoute = at.create(
  "Open an incident; with `scheduled_for`, schedule maintenance",
  createIncidentSchema,
  jsonResponseSpec(incidentSchema, "The incident"),
);
export const readIncidentRoute = at.read("One incident", jsonResponseSpec(incidentSchema, "The incident"));
export const changeIncidentRoute = at.change(
  "Change an incident; a status or a body posts an update",
  updateIncidentSchema,
  jsonResponseSpec(incidentSchema, "The incident"),
);
export const removeIncidentRoute = at.withdraw(
  "Withdraw a published incident, dismiss a draft, call a maintenance off",
  jsonResponseSpec(incidentSchema, "The incident"),
);
export const publishIncidentRoute = at.act(
  "publish",
  "Publish a draft",
  jsonResponseSpec(incidentSchema, "The incident"),
);

const updateParam = itemPathParamsSchema.extend({
  update: z.string().openapi({ param: { name: "update", in: "path" } }),
});
export const changeUpdateRoute = (method: "put" | "patch") =>
  createRoute({
    method,
    path: `${path}/{id}/incident_updates/{update}`,
    tags,
    summary: "Correct an update",
    request: { params: updateParam, ...jsonBodySpec(changeIncidentUpdateSchema) },
    responses: { 200: jsonResponseSpec(incidentUpdateSchema, "The update"), ...errorResponses },
  });
