import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  type Api,
  type ApiEnvironment,
  atPage,
  beforeCommit,
  etag,
  noteIgnoredFields,
  precondition,
} from "~/api/environment";
import { orRefuse } from "~/api/reply";
import { body, id, instant, itemParam, json, refusals, toInstant } from "~/api/shapes";
import { addNote, deleteNote, editNote, listNotes, type NoteView, readNote } from "../notes/verbs";

/** A private note of the team; no other answer contains it. */
const note = z
  .object({ id, incident_id: id, body: z.string(), author: z.string(), created_at: instant, updated_at: instant })
  .openapi("IncidentNote");

const tags = ["Incidents"];
const path = "/pages/{page}/incidents/{id}/notes";
const given = body(z.object({ note: z.object({ body: z.string() }) }));
const noteParam = itemParam.extend({ note: z.string().openapi({ param: { name: "note", in: "path" } }) });
const answered = json(note, "The note");

const list = createRoute({
  method: "get",
  path,
  tags,
  summary: "The private notes of an incident, newest first; visitors never see them",
  request: { params: itemParam },
  responses: { 200: json(z.array(note), "Notes"), ...refusals },
});
const add = createRoute({
  method: "post",
  path,
  tags,
  summary: "Add a private note; nobody is notified",
  request: { params: itemParam, ...given },
  responses: { 201: answered, ...refusals },
});
const change = (method: "put" | "patch") =>
  createRoute({
    method,
    path: `${path}/{note}`,
    tags,
    summary: "Change a private note: its author or an admin",
    request: { params: noteParam, ...given },
    responses: { 200: answered, ...refusals },
  });
const remove = createRoute({
  method: "delete",
  path: `${path}/{note}`,
  tags,
  summary: "Delete a private note: its author or an admin",
  request: { params: noteParam },
  responses: { 200: json(note, "The note as it was"), ...refusals },
});

type C = Context<ApiEnvironment>;

const show = (incidentId: string, { id: own, body: text, author, createdAt, updatedAt }: NoteView) => ({
  id: own,
  incident_id: incidentId,
  body: text,
  author,
  created_at: toInstant(createdAt),
  updated_at: toInstant(updatedAt),
});

async function placeOf(c: C) {
  const { ctx, pageId } = await atPage(c);
  return { ctx, at: { pageId, incidentId: c.req.param("id") ?? "" } };
}

async function one(c: C, wanted: string) {
  const { ctx, at } = await placeOf(c);
  const found = orRefuse(await readNote(ctx, { ...at, id: wanted }));
  return { shown: show(at.incidentId, found), version: found.version };
}

function addWrites(api: Api): void {
  api.openapi(add, async (c) => {
    noteIgnoredFields(c, "note", ["body"]);
    const { ctx, at } = await placeOf(c);
    const { commitId } = await precondition(c);
    const made = await addNote(ctx, { ...at, ...c.req.valid("json").note, ...(commitId ? { commitId } : {}) });
    const { shown, version } = await one(c, orRefuse(made).id);
    etag(c, version);
    return c.json(shown, 201);
  });
  for (const method of ["put", "patch"] as const) {
    api.openapi(change(method), async (c) => {
      noteIgnoredFields(c, "note", ["body"]);
      const { ctx, at } = await placeOf(c);
      const wanted = c.req.valid("param").note;
      orRefuse(await editNote(ctx, { ...at, id: wanted, ...c.req.valid("json").note, ...(await precondition(c)) }));
      const { shown, version } = await one(c, wanted);
      etag(c, version);
      return c.json(shown, 200);
    });
  }
  api.openapi(remove, async (c) => {
    const { ctx, at } = await placeOf(c);
    const wanted = c.req.valid("param").note;
    const target = { ...at, id: wanted, ...(await precondition(c)) };
    const [before, removed] = await Promise.all([beforeCommit(c, one(c, wanted)), deleteNote(ctx, target)]);
    orRefuse(removed);
    return c.json(before.shown, 200);
  });
}

export function addIncidentNotes(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, at } = await placeOf(c);
    return c.json(
      orRefuse(await listNotes(ctx, at)).map((each) => show(at.incidentId, each)),
      200,
    );
  });
  addWrites(api);
}
