import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { claimKeyedCommitId } from "~/audit/claim-commit";
import { refusalFor } from "~/failures/refusal";
import { findPageMembership } from "~/pages/find";
import type { ConcurrentWork, Ctx } from "~/platform/ctx";
import { FailureError, valueOrThrow } from "./reply";

/** Base path of the API; routes see the path after it. */
export const apiBase = "/api/v1";

/** Environment of a route besides the request. */
export interface ApiEnvironment {
  Bindings: {
    ctx: Ctx;
    /** The body as received, before unknown fields were dropped. */
    body: Record<string, unknown>;
    waits: ConcurrentWork;
  };
}

export type Api = OpenAPIHono<ApiEnvironment>;
type ApiContext = Context<ApiEnvironment>;

/** Returns the ctx with the membership of the page that the path names by id or slug; 404 without membership. */
export async function findPageContextOfRequest(c: ApiContext): Promise<{ ctx: Ctx; pageId: string }> {
  const { ctx } = c.env;
  const member = ctx.member ?? valueOrThrow(await findPageMembership(ctx, c.req.param("page") ?? ""));
  return { ctx: { ...ctx, member }, pageId: member.pageId };
}

/** Reads `If-Match: "3"` as 3; absent or `*` → no comparison; anything else never matches. */
function ifMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === "*") return undefined;
  const found = /^(?:W\/)?"(\d{1,15})"$/.exec(header.trim());
  return found ? Number(found[1]) : Number.MAX_SAFE_INTEGER;
}

/**
 * Returns the commit's id. Requests with the same key, token and address are one commit; with another body, the
 * repetition is refused.
 */
async function commitIdOf(c: ApiContext, key: string | undefined): Promise<string | undefined> {
  if (!key) return undefined;
  if (key.length > 255)
    throw new FailureError({
      name: "invalid",
      fields: { "idempotency-key": refusalFor("value.longest", { most: 255 }) },
    });
  const actor = c.env.ctx.actor;
  const who = actor.kind === "visitor" ? "" : actor.id;
  const { ctx, body } = c.env;
  const hash = await ctx.secrets.hash([who, c.req.method, c.req.path, key].join("\n"));
  const content = await ctx.secrets.hash(JSON.stringify(body));
  const { id, claimed } = claimKeyedCommitId(ctx, hash, content);
  // When the request is refused for another reason, this refusal is not reported.
  runBeforeCommit(c, claimed.then(valueOrThrow)).catch(() => undefined);
  return id;
}

/** Reads the version to compare and the id of the commit: `If-Match` and `Idempotency-Key`. */
export async function readPrecondition(c: ApiContext): Promise<{ version?: number; commitId?: string }> {
  const version = ifMatch(c.req.header("if-match"));
  const commitId = await commitIdOf(c, c.req.header("idempotency-key"));
  return { ...(version === undefined ? {} : { version }), ...(commitId === undefined ? {} : { commitId }) };
}

/** Adds a query that runs beside those of a change and must succeed before the change is made. */
export function runBeforeCommit<T>(c: ApiContext, asked: Promise<T>): Promise<T> {
  c.env.waits.commit.push(asked);
  return asked;
}

/** Sets the version as ETag, for the next `If-Match`. */
export const setETag = (c: ApiContext, version: number): void => c.header("etag", `"${version}"`);

/**
 * Names fields of Statuspage that are unknown here: they are accepted and ignored. `noun` = the object with the fields;
 * null = the top level.
 */
export function reportIgnoredFields(c: ApiContext, noun: string | null, known: readonly string[]): void {
  const given = noun === null ? c.env.body : c.env.body[noun];
  if (typeof given !== "object" || given === null) return;
  const ignored = Object.keys(given).filter((field) => !known.includes(field));
  const printable = ignored.map((field) => field.replaceAll(/[^\w.-]/g, "").slice(0, 64)).filter(Boolean);
  if (printable.length > 0) c.header("x-upfront-ignored", printable.slice(0, 50).join(", "));
}

/** Returns a page of a list that is short enough to be read whole: `page` from 1, at most 100 each. */
export function paginateRows<T>(
  rows: T[],
  { page = 1, per_page, limit }: { page?: number; per_page?: number; limit?: number },
): T[] {
  const size = Math.min(100, per_page ?? limit ?? 100);
  return rows.slice((page - 1) * size, page * size);
}

/** Sets the address of a list's next page, in the form of RFC 8288. */
export function setNextPageLink(c: ApiContext, cursor: string | null, name: "before" | "after" = "before"): void {
  if (cursor === null) return;
  const url = new URL(c.req.url);
  url.searchParams.set(name, cursor);
  c.header("link", `<${c.env.ctx.config.origin}${apiBase}${url.pathname}${url.search}>; rel="next"`);
}
