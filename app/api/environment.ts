import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { claimCommit } from "~/audit/claim-commit";
import { said } from "~/failures/refusal";
import { findPage } from "~/pages/find";
import type { Ctx, Waits } from "~/platform/ctx";
import { orRefuse, Refused } from "./reply";

/** Where the API is; routes see the path behind it. */
export const apiBase = "/api/v1";

/** What a route finds beside the request. */
export interface ApiEnvironment {
  Bindings: {
    ctx: Ctx;
    /** The body as it came, before unknown fields were dropped. */
    body: Record<string, unknown>;
    waits: Waits;
  };
}

export type Api = OpenAPIHono<ApiEnvironment>;
type ApiContext = Context<ApiEnvironment>;

/** The ctx with the membership of the page that the path names by id or slug; 404 for who is no member. */
export async function atPage(c: ApiContext): Promise<{ ctx: Ctx; pageId: string }> {
  const { ctx } = c.env;
  const member = ctx.member ?? orRefuse(await findPage(ctx, c.req.param("page") ?? ""));
  return { ctx: { ...ctx, member }, pageId: member.pageId };
}

/** `If-Match: "3"` → 3; absent or `*` → nothing to compare; anything else never matches. */
function ifMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === "*") return undefined;
  const found = /^(?:W\/)?"(\d{1,15})"$/.exec(header.trim());
  return found ? Number(found[1]) : Number.MAX_SAFE_INTEGER;
}

/** The same key of the same token on the same address is one commit; with another body none is made. */
async function commitIdOf(c: ApiContext, key: string | undefined): Promise<string | undefined> {
  if (!key) return undefined;
  if (key.length > 255)
    throw new Refused({ name: "invalid", fields: { "idempotency-key": said("value.longest", { most: 255 }) } });
  const actor = c.env.ctx.actor;
  const who = actor.kind === "visitor" ? "" : actor.id;
  const { ctx, body } = c.env;
  const hash = await ctx.secrets.hash([who, c.req.method, c.req.path, key].join("\n"));
  const content = await ctx.secrets.hash(JSON.stringify(body));
  const { id, claimed } = claimCommit(ctx, hash, content);
  // Of a request that is refused for another reason nobody hears that it was.
  beforeCommit(c, claimed.then(orRefuse)).catch(() => undefined);
  return id;
}

/** What a change compares and what makes it one: `If-Match` and `Idempotency-Key`. */
export async function precondition(c: ApiContext): Promise<{ version?: number; commitId?: string }> {
  const version = ifMatch(c.req.header("if-match"));
  const commitId = await commitIdOf(c, c.req.header("idempotency-key"));
  return { ...(version === undefined ? {} : { version }), ...(commitId === undefined ? {} : { commitId }) };
}

/** What is asked beside the facts of a change, and read before it is made. */
export function beforeCommit<T>(c: ApiContext, asked: Promise<T>): Promise<T> {
  c.env.waits.commit.push(asked);
  return asked;
}

/** Gives the version as an ETag, for the next `If-Match`. */
export const etag = (c: ApiContext, version: number): void => c.header("etag", `"${version}"`);

/** Statuspage's fields that we do not know: taken and named. `noun` = where they stand; null = at the top. */
export function nameIgnored(c: ApiContext, noun: string | null, known: readonly string[]): void {
  const given = noun === null ? c.env.body : c.env.body[noun];
  if (typeof given !== "object" || given === null) return;
  const ignored = Object.keys(given).filter((field) => !known.includes(field));
  const printable = ignored.map((field) => field.replaceAll(/[^\w.-]/g, "").slice(0, 64)).filter(Boolean);
  if (printable.length > 0) c.header("x-upfront-ignored", printable.slice(0, 50).join(", "));
}

/** Pages of a list that is short enough to be read whole: `page` from 1, at most 100 each. */
export function sliced<T>(
  rows: T[],
  { page = 1, per_page, limit }: { page?: number; per_page?: number; limit?: number },
): T[] {
  const size = Math.min(100, per_page ?? limit ?? 100);
  return rows.slice((page - 1) * size, page * size);
}

/** The address of the rest of a list, as RFC 8288 says it. */
export function linkNext(c: ApiContext, cursor: string | null, name: "before" | "after" = "before"): void {
  if (cursor === null) return;
  const url = new URL(c.req.url);
  url.searchParams.set(name, cursor);
  c.header("link", `<${c.env.ctx.config.origin}${apiBase}${url.pathname}${url.search}>; rel="next"`);
}
