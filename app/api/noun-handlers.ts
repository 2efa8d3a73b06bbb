import type { RouteConfig } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type Api, type ApiEnvironment, atPage, beforeCommit, etag, nameIgnored, precondition } from "./environment";
import { orRefuse } from "./reply";

type ApiContext = Context<ApiEnvironment>;

interface Place {
  pageId: string;
  commitId?: string;
}

interface Target extends Place {
  id: string;
  /** The version that the sender has seen. */
  version?: number;
}

interface NounRoutes {
  create?: RouteConfig;
  read: RouteConfig;
  change(method: "put" | "patch"): RouteConfig;
  /** One that declares a 200 alone answers with what was deleted; beside a 204, with what is left unwatched, if anything is. */
  remove: RouteConfig;
}

/** A noun of a page with a version; bodies are typed by what its handlers take. */
export interface Noun<Made, Changed> {
  /** What the API calls our fields, for errors. */
  names?: Record<string, string>;
  /** Under which name a body holds it, and the fields that we know of Statuspage's. */
  takes?: { name: string; known: readonly string[] };
  /** As the API shows it. */
  one(ctx: Ctx, pageId: string, id: string): Promise<{ shown: object; version: number }>;
  create?(ctx: Ctx, given: Made, place: Place): Promise<Result<{ id: string }>>;
  change(ctx: Ctx, given: Changed, target: Target): Promise<Result<unknown>>;
  remove(ctx: Ctx, target: Target): Promise<Result<unknown>>;
}

/** What the route's schema has let through. */
const bodyOf = <Body>(c: ApiContext): Body => c.req.valid("json" as never) as Body;

const idOf = (c: ApiContext): string => c.req.param("id") ?? "";

/** Routes of every noun come as their common type: what they answer with is held to its schema by the API's tests. */
type Register = (route: RouteConfig, handler: (c: ApiContext) => Promise<Response>) => void;

/** Components that nothing watches any more, where the change came to that. */
function leftIn(done: unknown): { left_unwatched: readonly string[] } | null {
  const left = (done as { leftUnwatched?: readonly string[] } | null)?.leftUnwatched;
  return left ? { left_unwatched: left } : null;
}

function addCreate<Made, Changed>(register: Register, route: RouteConfig, noun: Noun<Made, Changed>): void {
  register(route, async (c) => {
    if (noun.takes) nameIgnored(c, noun.takes.name, noun.takes.known);
    const { ctx, pageId } = await atPage(c);
    const { commitId } = await precondition(c);
    const place = { pageId, ...(commitId === undefined ? {} : { commitId }) };
    const made = orRefuse((await noun.create?.(ctx, bodyOf<Made>(c), place)) as Result<{ id: string }>, noun.names);
    const { shown, version } = await noun.one(ctx, pageId, made.id);
    etag(c, version);
    return c.json(shown, 201);
  });
}

function addChange<Made, Changed>(register: Register, routes: NounRoutes, noun: Noun<Made, Changed>): void {
  for (const method of ["put", "patch"] as const) {
    register(routes.change(method), async (c) => {
      if (noun.takes) nameIgnored(c, noun.takes.name, noun.takes.known);
      const { ctx, pageId } = await atPage(c);
      const id = idOf(c);
      const target = { pageId, id, ...(await precondition(c)) };
      const left = leftIn(orRefuse(await noun.change(ctx, bodyOf<Changed>(c), target), noun.names));
      const { shown, version } = await noun.one(ctx, pageId, id);
      etag(c, version);
      return c.json({ ...shown, ...left }, 200);
    });
  }
}

function addRemove<Made, Changed>(register: Register, route: RouteConfig, noun: Noun<Made, Changed>): void {
  register(route, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const id = idOf(c);
    const target = { pageId, id, ...(await precondition(c)) };
    const shows = 200 in route.responses && !(204 in route.responses);
    const asItWas = shows ? beforeCommit(c, noun.one(ctx, pageId, id)) : null;
    const [before, removed] = await Promise.all([asItWas, noun.remove(ctx, target)]);
    const left = leftIn(orRefuse(removed));
    if (left) return c.json(left, 200);
    return before ? c.json(before.shown, 200) : c.body(null, 204);
  });
}

/** Makes, reads, changes (PUT and PATCH alike) and deletes one of them: with its ETag, `If-Match` and `Idempotency-Key`. */
export function addNoun<Made, Changed>(api: Api, routes: NounRoutes, noun: Noun<Made, Changed>): void {
  const register = api.openapi.bind(api) as unknown as Register;
  if (routes.create && noun.create) addCreate(register, routes.create, noun);
  register(routes.read, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { shown, version } = await noun.one(ctx, pageId, idOf(c));
    etag(c, version);
    return c.json(shown, 200);
  });
  addChange(register, routes, noun);
  addRemove(register, routes.remove, noun);
}
