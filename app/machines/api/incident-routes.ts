import { createRoute, z } from "@hono/zod-openapi";
import { changed, changedUpdate, made } from "./incident-input";
import { incident, incidentUpdate } from "./incident-shape";
import { body, itemParam, json, pageParam, refusals, slice } from "./shapes";

const tags = ["Incidents"];
const path = "/pages/{page}/incidents";
const search = slice.extend({ q: z.string().max(255).optional() });

export const list = createRoute({
  method: "get",
  path,
  tags,
  summary: "The published incidents of a page, newest first",
  request: { params: pageParam, query: search },
  responses: { 200: json(z.array(incident), "Incidents"), ...refusals },
});
export const unresolved = createRoute({
  method: "get",
  path: `${path}/unresolved`,
  tags,
  summary: "The open ones",
  request: { params: pageParam, query: slice },
  responses: { 200: json(z.array(incident), "Incidents"), ...refusals },
});
export const create = createRoute({
  method: "post",
  path,
  tags,
  summary: "Open an incident; with `scheduled_for` plan a maintenance",
  request: { params: pageParam, ...body(made) },
  responses: { 201: json(incident, "The incident"), ...refusals },
});
export const readOne = createRoute({
  method: "get",
  path: `${path}/{id}`,
  tags,
  summary: "One incident",
  request: { params: itemParam },
  responses: { 200: json(incident, "The incident"), ...refusals },
});
export const change = (method: "put" | "patch") =>
  createRoute({
    method,
    path: `${path}/{id}`,
    tags,
    summary: "Change an incident; a status or a body posts an update",
    request: { params: itemParam, ...body(changed) },
    responses: { 200: json(incident, "The incident"), ...refusals },
  });
export const remove = createRoute({
  method: "delete",
  path: `${path}/{id}`,
  tags,
  summary: "Withdraw a published incident, dismiss a draft, call a maintenance off",
  request: { params: itemParam },
  responses: { 200: json(incident, "The incident"), ...refusals },
});
export const publish = createRoute({
  method: "post",
  path: `${path}/{id}/publish`,
  tags,
  summary: "Publish a draft",
  request: { params: itemParam },
  responses: { 200: json(incident, "The incident"), ...refusals },
});

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
