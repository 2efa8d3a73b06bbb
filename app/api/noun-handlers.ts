import type { RouteConfig } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import {
  type Api,
  type ApiEnvironment,
  findPageContextOfRequest,
  readPrecondition,
  reportIgnoredFields,
  runBeforeCommit,
  setETag,
} from "./environment";
import { valueOrThrow } from "./reply";

type ApiContext = Context<ApiEnvironment>;

interface RequestTarget {
  pageId: string;
  commitId?: string;
}

interface NounTarget extends RequestTarget {
  id: string;
  /** The version that the sender has seen. */
  version?: number;
}

interface NounRoutes {
  create?: RouteConfig;
  read: RouteConfig;
  change(method: "put" | "patch"): RouteConfig;
  /**
   * Route that deletes: with only a 200 it answers with the deleted thing; with a 204 as well, with the components left
   * unwatched, if any.
   */
  remove: RouteConfig;
}

/** A noun of a page with a version; the handlers define the types of its bodies. */
export interface ApiNoun<Made, Changed> {
  /** The API's names of our fields, for errors. */
  names?: Record<string, string>;
  /** Name of the object in the body, and the known fields of Statuspage. */
  takes?: { name: string; known: readonly string[] };
  /** Reads one object, in the shape of the API. */
  one(ctx: Ctx, pageId: string, id: string): Promise<{ shown: object; version: number }>;
  create?(ctx: Ctx, given: Made, place: RequestTarget): Promise<Result<{ id: string }>>;
  change(ctx: Ctx, given: Changed, target: NounTarget): Promise<Result<unknown>>;
  remove(ctx: Ctx, target: NounTarget): Promise<Result<unknown>>;
}

/** Returns the body that the route's schema has accepted. */
const bodyOf = <Body>(c: ApiContext): Body => c.req.valid("json" as never) as Body;

const idOf = (c: ApiContext): string => c.req.param("id") ?? "";

/** Registers routes of every noun under their common type: the API's tests check their answers against the schema. */
type RegisterRoutes = (route: RouteConfig, handler: (c: ApiContext) => Promise<Response>) => void;

/** Returns the components that no source watches any more after the change. */
function leftIn(done: unknown): { left_unwatched: readonly string[] } | null {
  const left = (done as { leftUnwatched?: readonly string[] } | null)?.leftUnwatched;
  return left ? { left_unwatched: left } : null;
}

function addCreate<Made, Changed>(register: RegisterRoutes, route: RouteConfig, noun: ApiNoun<Made, Changed>): void {
  register(route, async (c) => {
    if (noun.takes) reportIgnoredFields(c, noun.takes.name, noun.takes.known);
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { commitId } = await readPrecondition(c);
    const place = { pageId, ...(commitId === undefined ? {} : { commitId }) };
    const made = valueOrThrow((await noun.create?.(ctx, bodyOf<Made>(c), place)) as Result<{ id: string }>, noun.names);
    const { shown, version } = await noun.one(ctx, pageId, made.id);
    setETag(c, version);
    return c.json(shown, 201);
  });
}

function addChange<Made, Changed>(register: RegisterRoutes, routes: NounRoutes, noun: ApiNoun<Made, Changed>): void {
  for (const method of ["put", "patch"] as const) {
    register(routes.change(method), async (c) => {
      if (noun.takes) reportIgnoredFields(c, noun.takes.name, noun.takes.known);
      const { ctx, pageId } = await findPageContextOfRequest(c);
      const id = idOf(c);
      const target = { pageId, id, ...(await readPrecondition(c)) };
      const left = leftIn(valueOrThrow(await noun.change(ctx, bodyOf<Changed>(c), target), noun.names));
      const { shown, version } = await noun.one(ctx, pageId, id);
      setETag(c, version);
      return c.json({ ...shown, ...left }, 200);
    });
  }
}

function addRemove<Made, Changed>(register: RegisterRoutes, route: RouteConfig, noun: ApiNoun<Made, Changed>): void {
  register(route, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const id = idOf(c);
    const target = { pageId, id, ...(await readPrecondition(c)) };
    const shows = 200 in route.responses && !(204 in route.responses);
    const asItWas = shows ? runBeforeCommit(c, noun.one(ctx, pageId, id)) : null;
    const [before, removed] = await Promise.all([asItWas, noun.remove(ctx, target)]);
    const left = leftIn(valueOrThrow(removed));
    if (left) return c.json(left, 200);
    return before ? c.json(before.shown, 200) : c.body(null, 204);
  });
}

/**
 * Adds routes that create, read, change (PUT and PATCH alike) and delete a thing, with its ETag, `If-Match` and
 * `Idempotency-Key`.
 */
export function addNounRoutes<Made, Changed>(api: Api, routes: NounRoutes, noun: ApiNoun<Made, Changed>): void {
  const register = api.openapi.bind(api) as unknown as RegisterRoutes;
  if (routes.create && noun.create) addCreate(register, routes.create, noun);
  register(routes.read, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { shown, version } = await noun.one(ctx, pageId, idOf(c));
    setETag(c, version);
    return c.json(shown, 200);
  });
  addChange(register, routes, noun);
  addRemove(register, routes.remove, noun);
}
