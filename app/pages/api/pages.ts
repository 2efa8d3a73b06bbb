import { createRoute, z } from "@hono/zod-openapi";
import {
  type Api,
  findPageContextOfRequest,
  paginateRows,
  readPrecondition,
  reportIgnoredFields,
  setETag,
} from "~/api/environment";
import { fieldMeaning } from "~/api/field-meaning";
import { requestFieldSchemas, responseFieldSchemas } from "~/api/noun-fields";
import { valueOrThrow } from "~/api/reply";
import {
  errorResponses,
  flagSchema,
  idSchema,
  instantSchema,
  jsonBodySpec,
  jsonResponseSpec,
  pagePathParamsSchema,
  paginationQueryInputSchema,
  toIsoInstant,
} from "~/api/shapes";
import { apiFieldNames, requestValues, responseFieldValues } from "~/fields/api-values";
import { pageFields } from "../rules/fields";
import { pageAddress } from "../rules/page-address";
import { updatePage } from "../update";
import { createPage, listPages, type PageView, readPage } from "../verbs";

const link = z.object({ label: z.string(), url: z.string() });
const links = z.array(link).openapi({ description: "In the head of the page, at most 8" });

const page = z
  .object({
    id: idSchema,
    created_at: instantSchema,
    updated_at: instantSchema,
    domain: z.string().nullable(),
    url: z.string(),
    viewers_must_be_team_members: z.boolean(),
    ...responseFieldSchemas(pageFields),
    links,
  })
  .openapi("Page");

const listed = z.object({
  id: idSchema,
  name: z.string(),
  subdomain: z.string(),
  url: z.string(),
  role: z.string().nullable(),
});

/** Fields that a new page may be given; the others belong to its settings. */
const { name, slug, about, timeZone, language, noindex, accent } = pageFields;
const newFields = { name, slug, about, timeZone, language, accent, noindex };

const fields = z.object({
  ...z.object(requestFieldSchemas(newFields)).partial().shape,
  name: z.string().openapi({ example: "Acme" }),
  subdomain: z.string().openapi({ description: fieldMeaning(slug) }),
});
const known = Object.keys(fields.shape);
const made = z.object({ page: fields });
const changeable = z
  .object({
    ...requestFieldSchemas(pageFields),
    links,
    viewers_must_be_team_members: flagSchema.openapi({ description: "As visibility members (owner)" }),
  })
  .partial();
const knownLater = Object.keys(changeable.shape);
const changed = z.object({ page: changeable });

const names = apiFieldNames(pageFields);

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
  created_at: toIsoInstant(row.createdAt),
  updated_at: toIsoInstant(row.updatedAt),
  domain: row.host,
  url: urlOf(origin, row),
  viewers_must_be_team_members: row.visibility === "members",
  ...responseFieldValues(pageFields, row),
  links: row.links,
});

const tags = ["Pages"];
const list = createRoute({
  method: "get",
  path: "/pages",
  tags,
  summary: "The pages of the token's maker",
  request: { query: paginationQueryInputSchema },
  responses: { 200: jsonResponseSpec(z.array(listed), "Pages"), ...errorResponses },
});
const create = createRoute({
  method: "post",
  path: "/pages",
  tags,
  summary: "Make a page (operator)",
  request: jsonBodySpec(made),
  responses: { 201: jsonResponseSpec(page, "The page"), ...errorResponses },
});
const readOne = createRoute({
  method: "get",
  path: "/pages/{page}",
  tags,
  summary: "One page",
  request: { params: pagePathParamsSchema },
  responses: { 200: jsonResponseSpec(page, "The page"), ...errorResponses },
});
const change = (method: "put" | "patch") =>
  createRoute({
    method,
    path: "/pages/{page}",
    tags,
    summary: "Change a page",
    request: { params: pagePathParamsSchema, ...jsonBodySpec(changed) },
    responses: { 200: jsonResponseSpec(page, "The page"), ...errorResponses },
  });

export function addPageRoutes(api: Api): void {
  api.openapi(list, async (c) => {
    const { origin } = c.env.ctx.config;
    const pages = valueOrThrow(await listPages(c.env.ctx)).map((each) => ({
      id: each.id,
      name: each.name,
      subdomain: each.slug,
      url: urlOf(origin, each),
      role: each.role,
    }));
    return c.json(paginateRows(pages, c.req.valid("query")), 200);
  });
  api.openapi(create, async (c) => {
    reportIgnoredFields(c, "page", known);
    const given = c.req.valid("json").page;
    const { commitId } = await readPrecondition(c);
    const wanted = { name: given.name, slug: given.subdomain, ...(commitId ? { commitId } : {}) };
    const input = { ...requestValues(newFields, given), ...wanted };
    const { id: pageId } = valueOrThrow(await createPage(c.env.ctx, input), names);
    const ctx = { ...c.env.ctx, member: { pageId, role: "owner" as const } };
    return c.json(show(ctx.config.origin, valueOrThrow(await readPage(ctx, { pageId }))), 201);
  });
  api.openapi(readOne, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const row = valueOrThrow(await readPage(ctx, { pageId }));
    setETag(c, row.version);
    return c.json(show(ctx.config.origin, row), 200);
  });
  for (const method of ["put", "patch"] as const) {
    api.openapi(change(method), async (c) => {
      reportIgnoredFields(c, "page", knownLater);
      const { ctx, pageId } = await findPageContextOfRequest(c);
      const input = { pageId, ...toChange(c.req.valid("json").page), ...(await readPrecondition(c)) };
      valueOrThrow(await updatePage(ctx, input), names);
      const row = valueOrThrow(await readPage(ctx, { pageId }));
      setETag(c, row.version);
      return c.json(show(ctx.config.origin, row), 200);
    });
  }
}
