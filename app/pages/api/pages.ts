import { createRoute, z } from "@hono/zod-openapi";
import { type Api, atPage, etag, noteIgnoredFields, pageOfRows, precondition } from "~/api/environment";
import { meaningOf } from "~/api/field-meaning";
import { namesInApi, requestShape, requestValues, responseFields, responseShape } from "~/api/noun-fields";
import { orRefuse } from "~/api/reply";
import { body, flag, id, instant, json, pageParam, refusals, slice, toInstant } from "~/api/shapes";
import { pageFields } from "../rules/fields";
import { pageAddress } from "../rules/page-address";
import { updatePage } from "../update";
import { createPage, listPages, type PageView, readPage } from "../verbs";

const link = z.object({ label: z.string(), url: z.string() });
const links = z.array(link).openapi({ description: "In the head of the page, at most 8" });

const page = z
  .object({
    id,
    created_at: instant,
    updated_at: instant,
    domain: z.string().nullable(),
    url: z.string(),
    viewers_must_be_team_members: z.boolean(),
    ...responseShape(pageFields),
    links,
  })
  .openapi("Page");

const listed = z.object({ id, name: z.string(), subdomain: z.string(), url: z.string(), role: z.string().nullable() });

/** Fields that a new page may be given; the others belong to its settings. */
const { name, slug, about, timeZone, language, noindex, accent } = pageFields;
const newFields = { name, slug, about, timeZone, language, accent, noindex };

const fields = z.object({
  ...z.object(requestShape(newFields)).partial().shape,
  name: z.string().openapi({ example: "Acme" }),
  subdomain: z.string().openapi({ description: meaningOf(slug) }),
});
const known = Object.keys(fields.shape);
const made = z.object({ page: fields });
const changeable = z
  .object({
    ...requestShape(pageFields),
    links,
    viewers_must_be_team_members: flag.openapi({ description: "As visibility members (owner)" }),
  })
  .partial();
const knownLater = Object.keys(changeable.shape);
const changed = z.object({ page: changeable });

const names = namesInApi(pageFields);

type UpdatePageBody = z.output<typeof changed>["page"];

/** Returns our visibility, or that of Statuspage's switch between public and members. */
const visibilityOf = (
  own: string | undefined,
  { viewers_must_be_team_members: members }: UpdatePageBody,
): string | undefined => own ?? (members === undefined ? undefined : members ? "members" : "public");

function toChange(given: UpdatePageBody) {
  const { visibility, ...said } = requestValues(pageFields, given);
  return { ...said, links: given.links, visibility: visibilityOf(visibility, given) };
}

const urlOf = (origin: string, { slug, host = null }: { slug: string; host?: string | null }) =>
  pageAddress(origin, { slug, host });

const show = (origin: string, row: PageView): z.output<typeof page> => ({
  id: row.id,
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
  domain: row.host,
  url: urlOf(origin, row),
  viewers_must_be_team_members: row.visibility === "members",
  ...responseFields(pageFields, row),
  links: row.links,
});

const tags = ["Pages"];
const list = createRoute({
  method: "get",
  path: "/pages",
  tags,
  summary: "The pages of the token's maker",
  request: { query: slice },
  responses: { 200: json(z.array(listed), "Pages"), ...refusals },
});
const create = createRoute({
  method: "post",
  path: "/pages",
  tags,
  summary: "Make a page (operator)",
  request: body(made),
  responses: { 201: json(page, "The page"), ...refusals },
});
const readOne = createRoute({
  method: "get",
  path: "/pages/{page}",
  tags,
  summary: "One page",
  request: { params: pageParam },
  responses: { 200: json(page, "The page"), ...refusals },
});
const change = (method: "put" | "patch") =>
  createRoute({
    method,
    path: "/pages/{page}",
    tags,
    summary: "Change a page",
    request: { params: pageParam, ...body(changed) },
    responses: { 200: json(page, "The page"), ...refusals },
  });

export function addPages(api: Api): void {
  api.openapi(list, async (c) => {
    const { origin } = c.env.ctx.config;
    const pages = orRefuse(await listPages(c.env.ctx)).map((each) => ({
      id: each.id,
      name: each.name,
      subdomain: each.slug,
      url: urlOf(origin, each),
      role: each.role,
    }));
    return c.json(pageOfRows(pages, c.req.valid("query")), 200);
  });
  api.openapi(create, async (c) => {
    noteIgnoredFields(c, "page", known);
    const given = c.req.valid("json").page;
    const { commitId } = await precondition(c);
    const wanted = { name: given.name, slug: given.subdomain, ...(commitId ? { commitId } : {}) };
    const input = { ...requestValues(newFields, given), ...wanted };
    const { id: pageId } = orRefuse(await createPage(c.env.ctx, input), names);
    const ctx = { ...c.env.ctx, member: { pageId, role: "owner" as const } };
    return c.json(show(ctx.config.origin, orRefuse(await readPage(ctx, { pageId }))), 201);
  });
  api.openapi(readOne, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const row = orRefuse(await readPage(ctx, { pageId }));
    etag(c, row.version);
    return c.json(show(ctx.config.origin, row), 200);
  });
  for (const method of ["put", "patch"] as const) {
    api.openapi(change(method), async (c) => {
      noteIgnoredFields(c, "page", knownLater);
      const { ctx, pageId } = await atPage(c);
      const input = { pageId, ...toChange(c.req.valid("json").page), ...(await precondition(c)) };
      orRefuse(await updatePage(ctx, input), names);
      const row = orRefuse(await readPage(ctx, { pageId }));
      etag(c, row.version);
      return c.json(show(ctx.config.origin, row), 200);
    });
  }
}
