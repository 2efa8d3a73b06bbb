import { createRoute, z } from "@hono/zod-openapi";
import { type Api, findPageContextOfRequest, setNextPageLink } from "~/api/environment";
import { valueOrThrow } from "~/api/reply";
import {
  errorResponses,
  idSchema,
  instantSchema,
  jsonResponseSpec,
  pagePathParamsSchema,
  toIsoInstant,
} from "~/api/shapes";
import { type AuditEntryView, listAudit } from "../list";

const values = z.record(z.string(), z.unknown()).nullable();

const entrySchema = z
  .object({
    id: idSchema,
    at: instantSchema,
    actor: z.string().nullable().openapi({ description: "A name; null where it is no longer known" }),
    actor_kind: z.string().openapi({ example: "person" }),
    token_owner: z.string().nullable().openapi({ description: "Whose token it was" }),
    action: z.string().openapi({ example: "incident.publish" }),
    subject_kind: z.string(),
    subject_id: z.string(),
    subject: z.string().nullable().openapi({ description: "Its present name or title, if it has one" }),
    before: values,
    after: values,
  })
  .openapi("AuditEntry");

const list = createRoute({
  method: "get",
  path: "/pages/{page}/audit",
  tags: ["Audit log"],
  summary: "The audit log of a page, the newest first, 50 at a time; Link leads on",
  request: { params: pagePathParamsSchema, query: z.object({ before: z.string().max(120).optional() }) },
  responses: { 200: jsonResponseSpec(z.array(entrySchema), "Entries"), ...errorResponses },
});

const show = (entry: AuditEntryView, names: Record<string, string>): z.output<typeof entrySchema> => ({
  id: entry.id,
  at: toIsoInstant(entry.at),
  actor: entry.actor,
  actor_kind: entry.actorKind,
  token_owner: entry.tokenOwner,
  action: entry.action,
  subject_kind: entry.subjectKind,
  subject_id: entry.subjectId,
  subject: entry.subjectTitle ?? names[entry.subjectId] ?? null,
  before: entry.before,
  after: entry.after,
});

export function addAuditRoutes(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const found = valueOrThrow(await listAudit(ctx, { pageId, before: c.req.valid("query").before }));
    setNextPageLink(c, found.before);
    return c.json(
      found.entries.map((each) => show(each, found.names)),
      200,
    );
  });
}
