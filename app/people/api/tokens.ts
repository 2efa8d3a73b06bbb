import { createRoute, z } from "@hono/zod-openapi";
import { roles } from "~/access/actor";
import { type Api, atPage, pageOfRows, precondition } from "~/api/environment";
import { orRefuse } from "~/api/reply";
import { id, instant, itemParam, json, pageParam, refusals, slice, toInstant, toInstantOrNull } from "~/api/shapes";
import { listTokens, listTokensOnPage, revokeToken, revokeTokenOnPage, type TokenView } from "../tokens/verbs";

const role = z.enum(roles);
const core = {
  id,
  name: z.string(),
  role: role.openapi({ description: "The most that it may do; on a page its maker's role there may be less" }),
  read_only: z.boolean(),
  in_url: z
    .boolean()
    .openapi({ description: "May also come as `?api_key=`, on the addresses that Statuspage has too" }),
  created_at: instant,
  expires_at: instant.nullable().openapi({ description: "Null: until it is revoked" }),
  last_used_at: instant.nullable().openapi({ description: "To the day" }),
};
const own = z.object(core).openapi("Token");
const ofMember = z.object({ ...core, page_id: id, maker: z.string(), role_here: role }).openapi("MembersToken");

const tags = ["Tokens"];
const onPage = "/pages/{page}/tokens";
const list = createRoute({
  method: "get",
  path: "/tokens",
  tags,
  summary: "The API tokens of this token's maker; they are made on the account page",
  request: { query: slice },
  responses: { 200: json(z.array(own), "Tokens"), ...refusals },
});
const revoke = createRoute({
  method: "delete",
  path: "/tokens/{id}",
  tags,
  summary: "Revoke one of them; it may be this very token",
  request: { params: itemParam.pick({ id: true }) },
  responses: { 204: { description: "Revoked" }, ...refusals },
});
const listOnPage = createRoute({
  method: "get",
  path: onPage,
  tags,
  summary: "The API tokens of the members of a page",
  request: { params: pageParam, query: slice },
  responses: { 200: json(z.array(ofMember), "Tokens"), ...refusals },
});
const revokeOnPage = createRoute({
  method: "delete",
  path: `${onPage}/{id}`,
  tags,
  summary: "Revoke the API token of a member, for every page",
  request: { params: itemParam },
  responses: { 204: { description: "Revoked" }, ...refusals },
});

const show = (token: TokenView) => ({
  id: token.id,
  name: token.name,
  role: token.role,
  read_only: token.readOnly,
  in_url: token.inUrl,
  created_at: toInstant(token.createdAt),
  expires_at: toInstantOrNull(token.expiresAt),
  last_used_at: toInstantOrNull(token.lastUsedAt),
});

export function addTokens(api: Api): void {
  api.openapi(list, async (c) => {
    const rows = orRefuse(await listTokens(c.env.ctx)).map(show);
    return c.json(pageOfRows(rows, c.req.valid("query")), 200);
  });
  api.openapi(revoke, async (c) => {
    const { commitId } = await precondition(c);
    orRefuse(await revokeToken(c.env.ctx, { id: c.req.valid("param").id, ...(commitId ? { commitId } : {}) }));
    return c.body(null, 204);
  });
  api.openapi(listOnPage, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const rows = orRefuse(await listTokensOnPage(ctx, { pageId })).map(({ maker, roleHere, ...token }) => ({
      ...show(token),
      page_id: pageId,
      maker,
      role_here: roleHere,
    }));
    return c.json(pageOfRows(rows, c.req.valid("query")), 200);
  });
  api.openapi(revokeOnPage, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { commitId } = await precondition(c);
    orRefuse(await revokeTokenOnPage(ctx, { pageId, id: c.req.valid("param").id, ...(commitId ? { commitId } : {}) }));
    return c.body(null, 204);
  });
}
