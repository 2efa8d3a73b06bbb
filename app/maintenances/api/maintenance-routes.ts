import { createRoute, z } from "@hono/zod-openapi";
import { nounRoutes } from "~/api/noun-routes";
import { body, flag, givenInstant, itemParam, json, pageParam, refusals } from "~/api/shapes";
import {
  givenOutlook,
  givenPlan,
  maintenance,
  maintenanceDetail,
  repeat,
  series,
  seriesDetail,
} from "./maintenance-shape";

const tags = ["Maintenances"];
const path = "/pages/{page}/maintenances";
const at = nounRoutes("Maintenances", path);
const one = { 200: json(maintenanceDetail, "The maintenance"), ...refusals };

const told = { deliver_notifications: flag.optional() };

const planned = z.strictObject({
  maintenance: z.strictObject({ ...givenPlan, ...told, repeat: repeat.optional() }),
});
const edited = z.strictObject({ maintenance: z.strictObject({ ...givenPlan, ...told }).partial() });
const moved = z.strictObject({
  maintenance: z.strictObject({ body: z.string().optional(), ...told }).optional(),
});
const extended = z.strictObject({
  maintenance: z.strictObject({ ends_at: givenInstant, body: z.string().optional(), ...told }),
});
const said = z.strictObject({ maintenance_update: z.strictObject({ body: z.string(), ...told }) });
const corrected = z.strictObject({
  maintenance_update: z.strictObject({ body: z.string().optional(), shown_at: givenInstant.optional() }),
});
const asked = z.strictObject({
  maintenance: z.strictObject({
    ...givenOutlook,
    repeat: repeat.optional(),
  }),
});

const listQuery = z.object({
  before: z.string().max(120).optional(),
  filter: z.enum(["upcoming", "past", "all"]).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
});

export const list = at.list(
  "The maintenances of a page, latest start first (`filter=upcoming`: soonest first); Link leads on",
  json(z.array(maintenance), "Maintenances"),
  listQuery,
);
export const create = at.create(
  "Schedule maintenance; with `repeat` a series and its occurrences of the next 30 days",
  planned,
  json(maintenanceDetail, "The maintenance, the first of its series"),
);
const conflict = z.object({
  id: z.string(),
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  components: z.array(z.string()),
});
export const preview = createRoute({
  method: "post",
  path: `${path}/preview`,
  tags,
  summary: "When it would take place and what it overlaps with; nothing is saved",
  request: { params: pageParam, ...body(asked) },
  responses: {
    200: json(z.object({ starts: z.array(z.string()), conflicts: z.array(conflict) }), "The next starts"),
    ...refusals,
  },
});
export const readMaintenanceRoute = at.read(
  "One maintenance with its updates and how many people it reaches",
  json(maintenanceDetail, "The maintenance"),
);
export const change = at.change(
  "Change maintenance; its start only while it is scheduled",
  edited,
  json(maintenanceDetail, "The maintenance"),
)("patch");

const verbs = {
  start: "Start it manually, now",
  verify: "The work is done and is looked at",
  complete: "Finish it, early or late",
  cancel: "Call a maintenance off",
} as const;

export type MaintenanceVerb = keyof typeof verbs;
export const verbNames = Object.keys(verbs) as MaintenanceVerb[];

export const move = (verb: MaintenanceVerb) =>
  createRoute({
    method: "post",
    path: `${path}/{id}/${verb}`,
    tags,
    summary: verbs[verb],
    request: { params: itemParam, body: { ...body(moved).body, required: false } },
    responses: one,
  });
export const extend = createRoute({
  method: "post",
  path: `${path}/{id}/extend`,
  tags,
  summary: "Give it a later end",
  request: { params: itemParam, ...body(extended) },
  responses: one,
});
export const post = createRoute({
  method: "post",
  path: `${path}/{id}/updates`,
  tags,
  summary: "Say what is new",
  request: { params: itemParam, ...body(said) },
  responses: { 201: json(maintenanceDetail, "The maintenance"), ...refusals },
});
const updateParam = itemParam.extend({ update: z.string().openapi({ param: { name: "update", in: "path" } }) });
export const correct = createRoute({
  method: "patch",
  path: `${path}/{id}/updates/{update}`,
  tags,
  summary: "Correct an update; how it was is kept",
  request: { params: updateParam, ...body(corrected) },
  responses: one,
});

const seriesPath = "/pages/{page}/maintenance_series";
const seriesChange = z.strictObject({
  maintenance_series: z.strictObject({ ...givenPlan, repeat, ...told }).partial(),
});

export const listSeries = createRoute({
  method: "get",
  path: seriesPath,
  tags,
  summary: "Series, those in progress first; at most 100",
  request: { params: pageParam },
  responses: { 200: json(z.array(series), "Series"), ...refusals },
});
export const readSeries = createRoute({
  method: "get",
  path: `${seriesPath}/{id}`,
  tags,
  summary: "One series with its upcoming occurrences",
  request: { params: itemParam },
  responses: { 200: json(seriesDetail, "The series"), ...refusals },
});
export const changeSeries = createRoute({
  method: "patch",
  path: `${seriesPath}/{id}`,
  tags,
  summary: "Change a series and its scheduled occurrences that were not edited on their own",
  request: { params: itemParam, ...body(seriesChange) },
  responses: { 200: json(seriesDetail, "The series"), ...refusals },
});
export const endSeries = createRoute({
  method: "delete",
  path: `${seriesPath}/{id}`,
  tags,
  summary:
    "End a series: its scheduled occurrences are cancelled; `deliver_notifications=true` notifies subscribers once",
  request: { params: itemParam, query: z.object(told) },
  responses: { 200: json(seriesDetail, "The series"), ...refusals },
});
