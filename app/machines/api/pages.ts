import { createRoute, z } from "@hono/zod-openapi";
import { pageAddress } from "~/rules/pages/page-address";
import { createPage } from "~/usecases/pages/create";
import { listPages } from "~/usecases/pages/list";
import { type PageView, readPage } from "~/usecases/pages/read";
import { updatePage } from "~/usecases/pages/update";
import { type Api, atPage, etag, nameIgnored, precondition, sliced } from "./environment";
import { orRefuse } from "./reply";
import { body, flag, id, instant, json, pageParam, refusals, slice, toInstant } from "./shapes";

const link = z.object({ label: z.string(), url: z.string() });

const settings = z.object({
  links: z.array(link).openapi({ description: "In the head of the page, at most 8" }),
  footer: z.string().openapi({ description: "At the foot of the page, in Markdown, at most 2000 characters" }),
  partial_outage_weight: z.number().openapi({ description: "How much of a partial outage counts as down, 0 to 1" }),
  history_days: z.number().openapi({ description: "Days shown as bars, 7 to 90" }),
  nag_minutes: z.number().openapi({ description: "Minutes without an update until the team is reminded; 0 = never" }),
  delivery_days: z.number().openapi({ description: "Days for which deliveries of sources are kept, 1 to 30" }),
});

const page = z
  .object({
    id,
    created_at: instant,
    updated_at: instant,
    name: z.string(),
    page_description: z.string(),
    subdomain: z.string(),
    domain: z.string().nullable(),
    url: z.string(),
    time_zone: z.string(),
    language: z.string(),
    accent: z.string(),
    hidden_from_search: z.boolean(),
    viewers_must_be_team_members: z.boolean(),
    visibility: z.string().openapi({ description: "public, passphrase or members" }),
    ...settings.shape,
  })
  .openapi("Page");

const listed = z.object({ id, name: z.string(), subdomain: z.string(), url: z.string(), role: z.string().nullable() });

const fields = {
  name: z.string().openapi({ example: "Acme" }),
  subdomain: z.string().openapi({ description: "The slug: the page is then at /slug" }),
  page_description: z.string().optional(),
  time_zone: z.string().optional(),
  language: z.string().optional(),
  accent: z.string().optional(),
  hidden_from_search: flag.optional(),
};
const known = Object.keys(fields);
const made = z.object({ page: z.object(fields) });
const changeable = z
  .object({
    ...fields,
    ...settings.shape,
    visibility: z.string().openapi({ description: "public, passphrase or members (owner)" }),
    viewers_must_be_team_members: flag.openapi({ description: "As visibility members (owner)" }),
  })
  .partial();
const knownLater = Object.keys(changeable.shape);
const changed = z.object({ page: changeable });

/** What the API calls our fields. */
const names = {
  ...{ slug: "subdomain", about: "page_description", noindex: "hidden_from_search", timeZone: "time_zone" },
  ...{ partialWeight: "partial_outage_weight", historyDays: "history_days" },
  ...{ nagMinutes: "nag_minutes", deliveryDays: "delivery_days" },
};

type Given = z.output<typeof changed>["page"];

/** Ours, or Statuspage's switch between everybody and members. */
const visibilityOf = ({ visibility, viewers_must_be_team_members: members }: Given): string | undefined =>
  visibility ?? (members === undefined ? undefined : members ? "members" : "public");

const toChange = (given: Given) => ({
  ...toInput(given),
  links: given.links,
  footer: given.footer,
  partialWeight: given.partial_outage_weight,
  historyDays: given.history_days,
  nagMinutes: given.nag_minutes,
  deliveryDays: given.delivery_days,
  visibility: visibilityOf(given),
});

const toInput = (given: Given) => ({
  name: given.name,
  slug: given.subdomain,
  about: given.page_description,
  timeZone: given.time_zone,
  language: given.language,
  accent: given.accent,
  noindex: given.hidden_from_search,
});

const urlOf = (origin: string, { slug, host = null }: { slug: string; host?: string | null }) =>
  pageAddress(origin, { slug, host });

const show = (origin: string, row: PageView): z.output<typeof page> => ({
  id: row.id,
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
  name: row.name,
  page_description: row.about,
  subdomain: row.slug,
  domain: row.host,
  url: urlOf(origin, row),
  time_zone: row.timeZone,
  language: row.language,
  accent: row.accent,
  hidden_from_search: row.noindex,
  viewers_must_be_team_members: row.visibility === "members",
  visibility: row.visibility,
  links: row.links,
  footer: row.footer,
  partial_outage_weight: row.partialWeight,
  history_days: row.historyDays,
  nag_minutes: row.nagMinutes,
  delivery_days: row.deliveryDays,
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
    return c.json(sliced(pages, c.req.valid("query")), 200);
  });
  api.openapi(create, async (c) => {
    nameIgnored(c, "page", known);
    const { name, subdomain } = c.req.valid("json").page;
    const { commitId } = await precondition(c);
    const input = { ...toInput(c.req.valid("json").page), name, slug: subdomain, ...(commitId ? { commitId } : {}) };
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
      nameIgnored(c, "page", knownLater);
      const { ctx, pageId } = await atPage(c);
      const input = { pageId, ...toChange(c.req.valid("json").page), ...(await precondition(c)) };
      orRefuse(await updatePage(ctx, input), names);
      const row = orRefuse(await readPage(ctx, { pageId }));
      etag(c, row.version);
      return c.json(show(ctx.config.origin, row), 200);
    });
  }
}
