import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  type Api,
  type ApiEnvironment,
  findPageContextOfRequest,
  readPrecondition,
  reportIgnoredFields,
  runBeforeCommit,
  setETag,
} from "~/api/environment";
import { valueOrThrow } from "~/api/reply";
import {
  errorResponses,
  idSchema,
  instantSchema,
  itemPathParamsSchema,
  jsonBodySpec,
  jsonResponseSpec,
  toIsoInstant,
} from "~/api/shapes";
import {
  addIncidentNote,
  deleteIncidentNote,
  editIncidentNote,
  type IncidentNoteView,
  listIncidentNotes,
  readIncidentNote,
} from "../notes/verbs";

/** A private note of the team; no other answer contains it. */
const note = z
  .object({
    id: idSchema,
    incident_id: idSchema,
    body: z.string(),
    author: z.string(),
    handed_over_to: z.string().nullable().openapi({ description: "The name of the lead to whom it was handed over" }),
    created_at: instantSchema,
    updated_at: instantSchema,
  })
  .openapi("IncidentNote");

const tags = ["Incidents"];
const path = "/pages/{page}/incidents/{id}/notes";
const given = jsonBodySpec(z.object({ note: z.object({ body: z.string() }) }));
const noteParam = itemPathParamsSchema.extend({ note: z.string().openapi({ param: { name: "note", in: "path" } }) });
const answered = jsonResponseSpec(note, "The note");

const list = createRoute({
  method: "get",
  path,
  tags,
  summary: "The private notes of an incident, newest first; visitors never see them",
  request: { params: itemPathParamsSchema },
  responses: { 200: jsonResponseSpec(z.array(note), "Notes"), ...errorResponses },
});
const add = createRoute({
  method: "post",
  path,
  tags,
  summary: "Add a private note; nobody is notified",
  request: { params: itemPathParamsSchema, ...given },
  responses: { 201: answered, ...errorResponses },
});
const change = (method: "put" | "patch") =>
  createRoute({
    method,
    path: `${path}/{note}`,
    tags,
    summary: "Change a private note: its author or an admin",
    request: { params: noteParam, ...given },
    responses: { 200: answered, ...errorResponses },
  });
const remove = createRoute({
  method: "delete",
  path: `${path}/{note}`,
  tags,
  summary: "Delete a private note: its author or an admin",
  request: { params: noteParam },
  responses: { 200: jsonResponseSpec(note, "The note as it was"), ...errorResponses },
});

type ApiContext = Context<ApiEnvironment>;

const show = (
  incidentId: string,
  { id: own, body: text, handedTo, author, createdAt, updatedAt }: IncidentNoteView,
) => ({
  id: own,
  incident_id: incidentId,
  body: text,
  author,
  handed_over_to: handedTo,
  created_at: toIsoInstant(createdAt),
  updated_at: toIsoInstant(updatedAt),
});

async function placeOf(c: ApiContext) {
  const { ctx, pageId } = await findPageContextOfRequest(c);
  return { ctx, at: { pageId, incidentId: c.req.param("id") ?? "" } };
}

async function one(c: ApiContext, wanted: string) {
  const { ctx, at } = await placeOf(c);
  const found = valueOrThrow(await readIncidentNote(ctx, { ...at, id: wanted }));
  return { shown: show(at.incidentId, found), version: found.version };
}

function addWrites(api: Api): void {
  api.openapi(add, async (c) => {
    reportIgnoredFields(c, "note", ["body"]);
    const { ctx, at } = await placeOf(c);
    const { commitId } = await readPrecondition(c);
    const made = await addIncidentNote(ctx, { ...at, ...c.req.valid("json").note, ...(commitId ? { commitId } : {}) });
    const { shown, version } = await one(c, valueOrThrow(made).id);
    setETag(c, version);
    return c.json(shown, 201);
  });
  for (const method of ["put", "patch"] as const) {
    api.openapi(change(method), async (c) => {
      reportIgnoredFields(c, "note", ["body"]);
      const { ctx, at } = await placeOf(c);
      const wanted = c.req.valid("param").note;
      valueOrThrow(
        await editIncidentNote(ctx, { ...at, id: wanted, ...c.req.valid("json").note, ...(await readPrecondition(c)) }),
      );
      const { shown, version } = await one(c, wanted);
      setETag(c, version);
      return c.json(shown, 200);
    });
  }
  api.openapi(remove, async (c) => {
    const { ctx, at } = await placeOf(c);
    const wanted = c.req.valid("param").note;
    const target = { ...at, id: wanted, ...(await readPrecondition(c)) };
    const [before, removed] = await Promise.all([runBeforeCommit(c, one(c, wanted)), deleteIncidentNote(ctx, target)]);
    valueOrThrow(removed);
    return c.json(before.shown, 200);
  });
}

export function addIncidentNoteRoutes(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, at } = await placeOf(c);
    return c.json(
      valueOrThrow(await listIncidentNotes(ctx, at)).map((each) => show(at.incidentId, each)),
      200,
    );
  });
  addWrites(api);
}
