import { createRoute, z } from "@hono/zod-openapi";
import { nounRoutes } from "~/api/noun-routes";
import {
  errorResponses,
  flagSchema,
  instantInputSchema,
  itemPathParamsSchema,
  jsonBodySpec,
  jsonResponseSpec,
  pagePathParamsSchema,
} from "~/api/shapes";
import { proposalSchema } from "~/proposals/api/proposal-shape";
import {
  maintenanceDetailSchema,
  maintenancePreviewRequestShape,
  maintenanceRequestShape,
  maintenanceSchema,
  maintenanceSeriesDetailSchema,
  maintenanceSeriesSchema,
  repeatSchema,
} from "./maintenance-shape";

const tags = ["Maintenances"];
const path = "/pages/{page}/maintenances";
const at = nounRoutes("Maintenances", path);
const one = { 200: jsonResponseSpec(maintenanceDetailSchema, "The maintenance"), ...errorResponses };

const told = { deliver_notifications: flagSchema.optional() };

const planned = z.strictObject({
  maintenance: z.strictObject({
    ...maintenanceRequestShape,
    ...told,
    repeat: repeatSchema.optional(),
    /** A draft is proposed: nobody sees it before a person publishes it. */
    visibility: z.enum(["draft", "published"]).optional(),
  }),
});
const edited = z.strictObject({ maintenance: z.strictObject({ ...maintenanceRequestShape, ...told }).partial() });
const moved = z.strictObject({
  maintenance: z.strictObject({ body: z.string().optional(), ...told }).optional(),
});
const extended = z.strictObject({
  maintenance: z.strictObject({ ends_at: instantInputSchema, body: z.string().optional(), ...told }),
});
const said = z.strictObject({ maintenance_update: z.strictObject({ body: z.string(), ...told }) });
const corrected = z.strictObject({
  maintenance_update: z.strictObject({ body: z.string().optional(), shown_at: instantInputSchema.optional() }),
});
const asked = z.strictObject({
  maintenance: z.strictObject({
    ...maintenancePreviewRequestShape,
    repeat: repeatSchema.optional(),
  }),
});

const listQuery = z.object({
  before: z.string().max(120).optional(),
  filter: z.enum(["upcoming", "past", "all"]).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
});

export const listMaintenancesRoute = at.list(
  "The maintenances of a page, latest start first (`filter=upcoming`: soonest first); Link leads on",
  jsonResponseSpec(z.array(maintenanceSchema), "Maintenances"),
  listQuery,
);
export const createMaintenanceRoute = createRoute({
  method: "post",
  path,
  tags,
  summary:
    "Schedule maintenance; with `repeat` a series and its occurrences of the next 30 days; with `visibility` draft propose it",
  request: { params: pagePathParamsSchema, ...jsonBodySpec(planned) },
  responses: {
    201: jsonResponseSpec(maintenanceDetailSchema, "The maintenance, the first of its series"),
    202: jsonResponseSpec(proposalSchema, "The proposal, for a draft"),
    ...errorResponses,
  },
});
const conflict = z.object({
  id: z.string(),
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  components: z.array(z.string()),
});
export const previewMaintenanceRoute = createRoute({
  method: "post",
  path: `${path}/preview`,
  tags,
  summary: "When it would take place and what it overlaps with; nothing is saved",
  request: { params: pagePathParamsSchema, ...jsonBodySpec(asked) },
  responses: {
    200: jsonResponseSpec(z.object({ starts: z.array(z.string()), conflicts: z.array(conflict) }), "The next starts"),
    ...errorResponses,
  },
});
export const readMaintenanceRoute = at.read(
  "One maintenance with its updates and how many people it reaches",
  jsonResponseSpec(maintenanceDetailSchema, "The maintenance"),
);
export const changeMaintenanceRoute = at.change(
  "Change maintenance; its start only while it is scheduled",
  edited,
  jsonResponseSpec(maintenanceDetailSchema, "The maintenance"),
)("patch");

const verbs = {
  start: "Start it manually, now",
  verify: "The work is done and is looked at",
  complete: "Finish it, early or late",
  cancel: "Call a maintenance off",
} as const;

export type MaintenanceVerb = keyof typeof verbs;
export const maintenanceStatusVerbs = Object.keys(verbs) as MaintenanceVerb[];

export const moveMaintenanceRoute = (verb: MaintenanceVerb) =>
  createRoute({
    method: "post",
    path: `${path}/{id}/${verb}`,
    tags,
    summary: verbs[verb],
    request: { params: itemPathParamsSchema, body: { ...jsonBodySpec(moved).body, required: false } },
    responses: one,
  });
export const extendMaintenanceRoute = createRoute({
  method: "post",
  path: `${path}/{id}/extend`,
  tags,
  summary: "Give it a later end",
  request: { params: itemPathParamsSchema, ...jsonBodySpec(extended) },
  responses: one,
});
export const postMaintenanceUpdateRoute = createRoute({
  method: "post",
  path: `${path}/{id}/updates`,
  tags,
  summary: "Say what is new",
  request: { params: itemPathParamsSchema, ...jsonBodySpec(said) },
  responses: { 201: jsonResponseSpec(maintenanceDetailSchema, "The maintenance"), ...errorResponses },
});
const updateParam = itemPathParamsSchema.extend({
  update: z.string().openapi({ param: { name: "update", in: "path" } }),
});
export const editMaintenanceUpdateRoute = createRoute({
  method: "patch",
  path: `${path}/{id}/updates/{update}`,
  tags,
  summary: "Correct an update; how it was is kept",
  request: { params: updateParam, ...jsonBodySpec(corrected) },
  responses: one,
});

const seriesPath = "/pages/{page}/maintenance_series";
const seriesChange = z.strictObject({
  maintenance_series: z.strictObject({ ...maintenanceRequestShape, repeat: repeatSchema, ...told }).partial(),
});

export const listMaintenanceSeriesRoute = createRoute({
  method: "get",
  path: seriesPath,
  tags,
  summary: "Series, those in progress first; at most 100",
  request: { params: pagePathParamsSchema },
  responses: { 200: jsonResponseSpec(z.array(maintenanceSeriesSchema), "Series"), ...errorResponses },
});
export const readMaintenanceSeriesRoute = createRoute({
  method: "get",
  path: `${seriesPath}/{id}`,
  tags,
  summary: "One series with its upcoming occurrences",
  request: { params: itemPathParamsSchema },
  responses: { 200: jsonResponseSpec(maintenanceSeriesDetailSchema, "The series"), ...errorResponses },
});
export const changeMaintenanceSeriesRoute = createRoute({
  method: "patch",
  path: `${seriesPath}/{id}`,
  tags,
  summary: "Change a series and its scheduled occurrences that were not edited on their own",
  request: { params: itemPathParamsSchema, ...jsonBodySpec(seriesChange) },
  responses: { 200: jsonResponseSpec(maintenanceSeriesDetailSchema, "The series"), ...errorResponses },
});
export const endMaintenanceSeriesRoute = createRoute({
  method: "delete",
  path: `${seriesPath}/{id}`,
  tags,
  summary:
    "End a series: its scheduled occurrences are cancelled; `deliver_notifications=true` notifies subscribers once",
  request: { params: itemPathParamsSchema, query: z.object(told) },
  responses: { 200: jsonResponseSpec(maintenanceSeriesDetailSchema, "The series"), ...errorResponses },
});
