import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  type Api,
  type ApiEnvironment,
  findPageContextOfRequest,
  readPrecondition,
  reportIgnoredFields,
  setETag,
} from "~/api/environment";
import { FailureError, valueOrThrow } from "~/api/reply";
import {
  errorResponses,
  flagSchema,
  instantSchema,
  itemPathParamsSchema,
  jsonBodySpec,
  jsonResponseSpec,
  toIsoInstantOrNull,
} from "~/api/shapes";
import { deletePostmortem, publishPostmortem, revertPostmortem, writePostmortem } from "../postmortems/verbs";
import { readIncident } from "../read";

/** A postmortem in the shape of Statuspage's v1: the text is either what visitors read or a draft. */
const postmortem = z
  .object({
    preview_key: z.null(),
    body: z.string().nullable(),
    body_updated_at: instantSchema.nullable(),
    body_draft: z.string().nullable(),
    body_draft_updated_at: instantSchema.nullable(),
    published_at: instantSchema.nullable(),
    notify_subscribers: z.boolean(),
    notify_twitter: z.literal(false),
    custom_tweet: z.null(),
  })
  .openapi("Postmortem");

const tags = ["Incidents"];
const path = "/pages/{page}/incidents/{id}/postmortem";
const answers = { 200: jsonResponseSpec(postmortem, "The postmortem"), ...errorResponses };

const written = z.object({ postmortem: z.object({ body_draft: z.string() }) });
const choice = z.object({ notify_subscribers: flagSchema.optional() });
const published = z.object({ postmortem: choice.optional() });

const readOne = createRoute({
  method: "get",
  path,
  tags,
  summary: "The postmortem of an incident; 404 while nothing is written",
  request: { params: itemPathParamsSchema },
  responses: answers,
});
const write = createRoute({
  method: "put",
  path,
  tags,
  summary: "Write it: a draft stays a draft, a published one is corrected for everybody",
  request: { params: itemPathParamsSchema, ...jsonBodySpec(written) },
  responses: answers,
});
const remove = createRoute({
  method: "delete",
  path,
  tags,
  summary: "Delete it",
  request: { params: itemPathParamsSchema },
  responses: { 204: { description: "It is gone" }, ...errorResponses },
});
const publish = createRoute({
  method: "put",
  path: `${path}/publish`,
  tags,
  summary: "Show it to visitors; subscribers are notified only where asked for",
  request: { params: itemPathParamsSchema, body: { ...jsonBodySpec(published).body, required: false } },
  responses: answers,
});
const revert = createRoute({
  method: "put",
  path: `${path}/revert`,
  tags,
  summary: "Take it back: a draft again",
  request: { params: itemPathParamsSchema },
  responses: answers,
});

type ApiContext = Context<ApiEnvironment>;

async function targetOf(c: ApiContext) {
  const { ctx, pageId } = await findPageContextOfRequest(c);
  return { ctx, target: { pageId, id: c.req.param("id") ?? "", ...(await readPrecondition(c)) } };
}

async function shown(c: ApiContext, pageId: string): Promise<z.output<typeof postmortem>> {
  const { ctx } = await findPageContextOfRequest(c);
  const { incident } = valueOrThrow(await readIncident(ctx, { pageId, id: c.req.param("id") ?? "" }));
  const { state, body: text, updatedAt, publishedAt, notified } = incident.postmortem;
  if (state === "none") throw new FailureError({ name: "missing" });
  setETag(c, incident.version);
  const at = toIsoInstantOrNull(updatedAt);
  const live = state === "published";
  return {
    preview_key: null,
    body: live ? text : null,
    body_updated_at: live ? at : null,
    body_draft: live ? null : text,
    body_draft_updated_at: live ? null : at,
    published_at: toIsoInstantOrNull(publishedAt),
    notify_subscribers: notified,
    notify_twitter: false,
    custom_tweet: null,
  };
}

export function addPostmortemRoutes(api: Api): void {
  api.openapi(readOne, async (c) => c.json(await shown(c, (await findPageContextOfRequest(c)).pageId), 200));
  api.openapi(write, async (c) => {
    reportIgnoredFields(c, "postmortem", ["body_draft"]);
    const { ctx, target } = await targetOf(c);
    valueOrThrow(await writePostmortem(ctx, { ...target, body: c.req.valid("json").postmortem.body_draft }), {
      body: "body_draft",
    });
    return c.json(await shown(c, target.pageId), 200);
  });
  api.openapi(publish, async (c) => {
    reportIgnoredFields(c, "postmortem", ["notify_subscribers"]);
    const { ctx, target } = await targetOf(c);
    const notify = c.req.valid("json").postmortem?.notify_subscribers ?? false;
    valueOrThrow(await publishPostmortem(ctx, { ...target, notify }), { body: "body_draft" });
    return c.json(await shown(c, target.pageId), 200);
  });
  api.openapi(revert, async (c) => {
    const { ctx, target } = await targetOf(c);
    valueOrThrow(await revertPostmortem(ctx, target));
    return c.json(await shown(c, target.pageId), 200);
  });
  api.openapi(remove, async (c) => {
    const { ctx, target } = await targetOf(c);
    valueOrThrow(await deletePostmortem(ctx, target));
    return c.body(null, 204);
  });
}
