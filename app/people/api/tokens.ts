import { createRoute, z } from "@hono/zod-openapi";
import { roles } from "~/access/actor";
import { type Api, findPageContextOfRequest, paginateRows, readPrecondition } from "~/api/environment";
import { valueOrThrow } from "~/api/reply";
import {
  errorResponses,
  idSchema,
  instantSchema,
  itemPathParamsSchema,
  jsonResponseSpec,
  pagePathParamsSchema,
  paginationQueryInputSchema,
  toIsoInstant,
  toIsoInstantOrNull,
} from "~/api/shapes";
import {
  type ApiTokenView,
  listApiTokens,
  listApiTokensOfPage,
  revokeApiToken,
  revokeMemberApiToken,
} from "../tokens/verbs";

const role = z.enum(roles);
const core = {
  id: idSchema,
  name: z.string(),
  role: role.openapi({ description: "The most that it may do; on a page its maker's role there may be less" }),
  read_only: z.boolean(),
  drafter: z.boolean().openapi({ description: "May only draft and propose: it changes nothing that visitors see" }),
  in_url: z
    .boolean()
    .openapi({ description: "May also come as `?api_key=`, on the addresses that Statuspage has too" }),
  created_at: instantSchema,
  expires_at: instantSchema.nullable().openapi({ description: "Null: until it is revoked" }),
  last_used_at: instantSchema.nullable().openapi({ description: "To the day" }),
};
const own = z.object(core).openapi("Token");
const ofMember = z.object({ ...core, page_id: idSchema, maker: z.string(), role_here: role }).openapi("MembersToken");

const tags = ["Tokens"];
const onPage = "/pages/{page}/tokens";
const list = createRoute({
  method: "get",
  path: "/tokens",
  tags,
  summary: "The API tokens of this token's maker; they are made on the account page",
  request: { query: paginationQueryInputSchema },
  responses: { 200: jsonResponseSpec(z.array(own), "Tokens"), ...errorResponses },
});
const revoke = createRoute({
  method: "delete",
  path: "/tokens/{id}",
  tags,
  summary: "Revoke one of them; it may be this very token",
  request: { params: itemPathParamsSchema.pick({ id: true }) },
  responses: { 204: { description: "Revoked" }, ...errorResponses },
});
const listOnPage = createRoute({
  method: "get",
  path: onPage,
  tags,
  summary: "The API tokens of the members of a page",
  request: { params: pagePathParamsSchema, query: paginationQueryInputSchema },
  responses: { 200: jsonResponseSpec(z.array(ofMember), "Tokens"), ...errorResponses },
});
const revokeOnPage = createRoute({
  method: "delete",
  path: `${onPage}/{id}`,
  tags,
  summary: "Revoke the API token of a member, for every page",
  request: { params: itemPathParamsSchema },
  responses: { 204: { description: "Revoked" }, ...errorResponses },
});

const show = (token: ApiTokenView) => ({
  id: token.id,
  name: token.name,
  role: token.role,
  read_only: token.readOnly,
  drafter: token.drafter,
  in_url: token.inUrl,
  created_at: toIsoInstant(token.createdAt),
  expires_at: toIsoInstantOrNull(token.expiresAt),
  last_used_at: toIsoInstantOrNull(token.lastUsedAt),
});

export function addTokenRoutes(api: Api): void {
  api.openapi(list, async (c) => {
    const rows = valueOrThrow(await listApiTokens(c.env.ctx)).map(show);
    return c.json(paginateRows(rows, c.req.valid("query")), 200);
  });
  api.openapi(revoke, async (c) => {
    const { commitId } = await readPrecondition(c);
    valueOrThrow(await revokeApiToken(c.env.ctx, { id: c.req.valid("param").id, ...(commitId ? { commitId } : {}) }));
    return c.body(null, 204);
  });
  api.openapi(listOnPage, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const rows = valueOrThrow(await listApiTokensOfPage(ctx, { pageId })).map(({ maker, roleHere, ...token }) => ({
      ...show(token),
      page_id: pageId,
      maker,
      role_here: roleHere,
    }));
    return c.json(paginateRows(rows, c.req.valid("query")), 200);
  });
  api.openapi(revokeOnPage, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { commitId } = await readPrecondition(c);
    const { id } = c.req.valid("param");
    valueOrThrow(await revokeMemberApiToken(ctx, { pageId, id, ...(commitId ? { commitId } : {}) }));
    return c.body(null, 204);
  });
}
