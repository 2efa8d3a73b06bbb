import { createRoute, z } from "@hono/zod-openapi";
import { nounRoutes } from "~/api/noun-routes";
import { errorResponses, instantInputSchema, itemPathParamsSchema, jsonBodySpec, jsonResponseSpec } from "~/api/shapes";
import { conflictChoiceSchema, importSchema, importThingsSchema, movedNounSchema } from "./import-shape";

const said = (description: string) => ({ description });

const schemaNote = "Its JSON Schema is /schemas/move-document.json";
const file = z.strictObject({
  path: z.string().openapi(said("Path in its folder, or its name")),
  text: z.string().openapi(said("Its whole text")),
});

const made = z.strictObject({
  import: z.strictObject({
    origin: z.string().optional().openapi(said("Name of the product, such as statuspage; a document has its own")),
    url: z.string().optional().openapi(said("URL of the page or its API, https")),
    key: z.string().optional().openapi(said("Key of the API; encrypted, and deleted once everything was read")),
    time_zone: z.string().optional().openapi(said("IANA zone of times without one; the page’s own if absent")),
    choices: z
      .record(z.string(), z.string())
      .optional()
      .openapi(said("Further choices of the product, such as page; docs/moving-in has them")),
    files: z.array(file).optional().openapi(said("Files to read: a request has at most 1 MB")),
    document: z
      .record(z.string(), z.unknown())
      .optional()
      .openapi(said(`A whole move document. ${schemaNote}`)),
    upload: z.boolean().optional().openapi(said("A move document follows in parts; then `read`")),
  }),
});

const partBody = z.strictObject({
  part: z
    .record(z.string(), z.unknown())
    .openapi(said(`Members of a move document, at most 700 KB; lists are appended. ${schemaNote}`)),
});

const chosen = z.strictObject({
  choices: z.strictObject({
    unticked_nouns: z.array(movedNounSchema).optional().openapi(said("Nouns that do not come")),
    unticked_things: z.array(z.string()).optional().openapi(said("Things that do not come, as NOUN:THEIR_ID")),
    conflicts: z
      .record(z.string(), conflictChoiceSchema)
      .optional()
      .openapi(said("NOUN:THEIR_ID → join, make_another or skip, where a thing of that name is here already")),
    manual_start: instantInputSchema
      .nullable()
      .optional()
      .openapi(said("First day of manually kept components without one; null = the oldest incident")),
    time_zone: z.string().nullable().optional().openapi(said("Time zone of the page if the product says none")),
  }),
});

export type CreateImportBody = z.output<typeof made>["import"];
export type ImportChoicesBody = z.output<typeof chosen>["choices"];

const tags = ["Imports"];
const path = "/pages/{page}/imports";
const at = nounRoutes("Imports", path);
const theImport = (description: string) => jsonResponseSpec(importSchema, description);
const request = { params: itemPathParamsSchema };

const whole = z.coerce.number().int().min(0).max(1_000_000).optional();
const thingsQuery = z.object({
  noun: movedNounSchema.optional().openapi(said("Only things of this noun")),
  part: whole.openapi(said("Where the list continues, as `next` gives it")),
  from: whole.openapi(said("Where the list continues, as `next` gives it")),
});

/** Returns the route of an act after which work is done in steps. */
const startedWork = <const V extends string>(verb: V, summary: string) =>
  createRoute({
    method: "post",
    path: `${path}/{id}/${verb}` as const,
    tags,
    summary,
    request,
    responses: { 202: theImport("It continues in steps: read it again"), ...errorResponses },
  });

export const importRoutes = {
  list: at.list("Imports of a page, the newest first", jsonResponseSpec(z.array(importSchema), "Imports")),
  create: createRoute({
    method: "post",
    path,
    tags,
    summary: "Start an import from another product; nothing is changed before it is applied",
    request: { params: itemPathParamsSchema.pick({ page: true }), ...jsonBodySpec(made) },
    responses: {
      201: theImport("It waits for the parts of its document"),
      202: theImport("It is read in steps: read it again"),
      ...errorResponses,
    },
  }),
  read: at.read("One import: its state, the figures of its preview, notes and conflicts", theImport("The import")),
  things: createRoute({
    method: "get",
    path: `${path}/{id}/things`,
    tags,
    summary: "Things of its preview, with what becomes of each and why",
    request: { ...request, query: thingsQuery },
    responses: { 200: jsonResponseSpec(importThingsSchema, "Things"), ...errorResponses },
  }),
  addPart: createRoute({
    method: "post",
    path: `${path}/{id}/parts`,
    tags,
    summary: "Append a part of its move document",
    request: { ...request, ...jsonBodySpec(partBody) },
    responses: { 204: { description: "Appended" }, ...errorResponses },
  }),
  startReading: startedWork("read", "Say that all parts were sent: the preview is made"),
  choose: createRoute({
    method: "patch",
    path: `${path}/{id}/choices`,
    tags,
    summary: "Choose what comes; what is absent stays as it was chosen. The preview is made again",
    request: { ...request, ...jsonBodySpec(chosen) },
    responses: { 202: theImport("The preview is made again"), ...errorResponses },
  }),
  apply: startedWork("apply", "Apply it: nobody is notified, and visitors see the page change once, at the end"),
  takeOver: at.act("take_over", "Let its monitors notify people", theImport("The import")),
  undo: startedWork("undo", "Take back all that it made and nobody changed since, for 30 days"),
  cancel: at.remove("Cancel it before it is applied; its files and keys are deleted", "Cancelled"),
};
