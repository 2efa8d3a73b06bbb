import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import { routeTreeOf } from "~/http/route-table";
import { withRouteErrorHandling } from "./route-failures";

export type RouteHandler = (request: Request, context: AppLoadContext) => Promise<Response>;

/** Remix's handlers of one build. */
export interface RouteHandlers {
  /** Handler that knows all routes. */
  all: RouteHandler;
  /** Returns the handler for a request whose route is known. */
  of(id: string): RouteHandler;
}

const handlerOf = (build: ServerBuild) => createRequestHandler(build, "production") as RouteHandler;

/** Returns the route after its ancestors, from the root on. */
function branchOf(routes: ServerBuild["routes"], id: string): string[] {
  const route = routes[id];
  if (!route) return [];
  return [...(route.parentId === undefined ? [] : branchOf(routes, route.parentId)), id];
}

/**
 * Returns the route, its ancestors and the routes above its address with their indexes: a browser gets these with the
 * page (Remix's fog of war).
 */
function neededFor(build: ServerBuild, tree: ReturnType<typeof routeTreeOf>, id: string): Set<string> {
  const branch = branchOf(build.routes, id);
  const segments = branch.flatMap((each) => (build.routes[each]?.path ?? "").split("/")).filter(Boolean);
  const above = segments.map((_, depth) => `/${segments.slice(0, depth).join("/")}`);
  const matched = above.flatMap((path) => matchRoutes(tree, path)?.map((match) => match.route.id ?? "") ?? []);
  return new Set([...branch, ...matched]);
}

function narrowed(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const those = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
  return { ...build, routes: those(build.routes), assets: { ...build.assets, routes: those(build.assets.routes) } };
}

/**
 * Makes handlers with few routes. Remix matches a request half a dozen times and compiles the path of every route each
 * time, 2 ms for ninety routes, so it gets only those that lead to the route that the door has found.
 */
export function makeNarrowedRemixHandlers(given: ServerBuild): RouteHandlers {
  const build = { ...given, routes: withRouteErrorHandling(given.routes) };
  const made = new Map<string, RouteHandler>();
  const tree = routeTreeOf(build.routes, undefined);
  return {
    all: handlerOf(build),
    of(id) {
      const handle = made.get(id) ?? handlerOf(narrowed(build, neededFor(build, tree, id)));
      made.set(id, handle);
      return handle;
    },
  };
}
