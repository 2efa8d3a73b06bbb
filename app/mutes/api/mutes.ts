import { createRoute, z } from "@hono/zod-openapi";
import { type Api, atPage, precondition } from "~/api/environment";
import { orRefuse } from "~/api/reply";
import { body, id, instant, json, pageParam, refusals, toInstantOrNull, wholeNumber } from "~/api/shapes";
import { type MuteSubject, mutables } from "../rules/mute-input";
import { mute, readMute, unmute } from "../verbs";

const kind = z.enum(mutables);
const muted = z.object({ kind, id, name: z.string(), muted_until: instant.nullable() }).openapi("Mute");

const subject = z.strictObject({ kind, id: z.string().optional() }).optional();
const made = z.strictObject({
  mute: z.strictObject({
    minutes: wholeNumber.openapi({ description: "From now: 1 to 10,080" }),
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
  request: { params: pageParam, ...body(made) },
  responses: { 200: json(muted, "Until when"), ...refusals },
});
const end = createRoute({
  method: "delete",
  path,
  tags,
  summary: "End a mute now",
  request: { params: pageParam, query: z.object({ kind: kind.optional(), id: z.string().optional() }) },
  responses: { 204: { description: "Not muted" }, ...refusals },
});

type MuteSubjectQuery = { kind?: MuteSubject["kind"] | undefined; id?: string | undefined } | undefined;

/** Returns the subject of a mute; without one it is the page itself. */
const subjectOf = (pageId: string, given: MuteSubjectQuery): MuteSubject =>
  given?.kind === undefined || given.kind === "page"
    ? { kind: "page", id: pageId }
    : { kind: given.kind, id: given.id ?? "" };

export function addMutes(api: Api): void {
  api.openapi(start, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { minutes, reason, subject: given } = c.req.valid("json").mute;
    const { commitId } = await precondition(c);
    const about = { pageId, subject: subjectOf(pageId, given) };
    orRefuse(await mute(ctx, { ...about, minutes, reason, commitId }));
    const { name, mutedUntil } = orRefuse(await readMute(ctx, about));
    return c.json({ ...about.subject, name, muted_until: toInstantOrNull(mutedUntil) }, 200);
  });
  api.openapi(end, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { commitId } = await precondition(c);
    orRefuse(await unmute(ctx, { pageId, subject: subjectOf(pageId, c.req.valid("query")), commitId }));
    return c.body(null, 204);
  });
}
