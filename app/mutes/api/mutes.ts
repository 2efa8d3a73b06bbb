import { createRoute, z } from "@hono/zod-openapi";
import { type Api, findPageContextOfRequest, readPrecondition } from "~/api/environment";
import { valueOrThrow } from "~/api/reply";
import {
  errorResponses,
  idSchema,
  instantSchema,
  jsonBodySpec,
  jsonResponseSpec,
  pagePathParamsSchema,
  toIsoInstantOrNull,
  wholeNumberSchema,
} from "~/api/shapes";
import { type MuteSubject, muteSubjectKinds } from "../rules/mute-input";
import { muteNotifications, readMute, unmuteNotifications } from "../verbs";

const kind = z.enum(muteSubjectKinds);
const muted = z.object({ kind, id: idSchema, name: z.string(), muted_until: instantSchema.nullable() }).openapi("Mute");

const subject = z.strictObject({ kind, id: z.string().optional() }).optional();
const made = z.strictObject({
  mute: z.strictObject({
    minutes: wholeNumberSchema.openapi({ description: "From now: 1 to 10,080" }),
    reason: z.string().optional(),
    subject: subject.openapi({ description: "What; left out: everything of the page" }),
  }),
});

const tags = ["Mutes"];
const path = "/pages/{page}/mute";
const start = createRoute({
  method: "post",
  path,
  tags,
  summary: "Mute notifications and new incidents for a while, never the status; it ends automatically",
  request: { params: pagePathParamsSchema, ...jsonBodySpec(made) },
  responses: { 200: jsonResponseSpec(muted, "Until when"), ...errorResponses },
});
const end = createRoute({
  method: "delete",
  path,
  tags,
  summary: "End a mute now",
  request: { params: pagePathParamsSchema, query: z.object({ kind: kind.optional(), id: z.string().optional() }) },
  responses: { 204: { description: "Not muted" }, ...errorResponses },
});

type MuteSubjectQuery = { kind?: MuteSubject["kind"] | undefined; id?: string | undefined } | undefined;

/** Returns the subject of a mute, which is the page itself if none is named. */
const subjectOf = (pageId: string, given: MuteSubjectQuery): MuteSubject =>
  given?.kind === undefined || given.kind === "page"
    ? { kind: "page", id: pageId }
    : { kind: given.kind, id: given.id ?? "" };

export function addMuteRoutes(api: Api): void {
  api.openapi(start, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { minutes, reason, subject: given } = c.req.valid("json").mute;
    const { commitId } = await readPrecondition(c);
    const about = { pageId, subject: subjectOf(pageId, given) };
    valueOrThrow(await muteNotifications(ctx, { ...about, minutes, reason, commitId }));
    const { name, mutedUntil } = valueOrThrow(await readMute(ctx, about));
    return c.json({ ...about.subject, name, muted_until: toIsoInstantOrNull(mutedUntil) }, 200);
  });
  api.openapi(end, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { commitId } = await readPrecondition(c);
    valueOrThrow(
      await unmuteNotifications(ctx, { pageId, subject: subjectOf(pageId, c.req.valid("query")), commitId }),
    );
    return c.body(null, 204);
  });
}
