import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import { type Guard, guardOf } from "./guard";

type RouteObject = Parameters<typeof matchRoutes>[0][number];
type Routes = ServerBuild["routes"];

export interface MatchedRoute {
  id: string;
  guard: Guard;
  params: Record<string, string | undefined>;
  /** Takes forms. */
  acts: boolean;
  /** An index route: Remix sends its forms to the layout unless the address says `?index`. */
  index: boolean;
  /** What no other route is: there is nothing here. */
  anything: boolean;
}

export interface RouteTable {
  match(pathname: string): MatchedRoute | null;
}

function treeOf(routes: Routes, parentId: string | undefined): RouteObject[] {
  const children = Object.values(routes).filter((route) => route?.parentId === parentId);
  return children.flatMap((route) => {
    if (!route) return [];
    const { id, path, index, caseSensitive } = route;
    const common = { id, ...(path === undefined ? {} : { path }), caseSensitive: caseSensitive ?? false };
    return [index ? { ...common, index: true } : { ...common, children: treeOf(routes, id) }];
  });
}

/** Route modules without a declared guard; the start and a test refuse them. The root is a frame, not a route. */
export const unguarded = (routes: Routes): string[] =>
  Object.values(routes).flatMap((route) =>
    route && route.id !== "root" && !guardOf((route.module as { handle?: unknown }).handle) ? [route.id] : [],
  );

/** Finds the route of an address, as Remix will, with the guard that its module declares. */
export function makeRouteTable(routes: Routes): RouteTable {
  const open = unguarded(routes);
  if (open.length > 0) throw new Error(`routes without a guard: ${open.join(", ")}`);
  const tree = treeOf(routes, undefined);
  return {
    match(pathname) {
      const found = matchRoutes(tree, pathname)?.at(-1);
      const route = found?.route.id === undefined ? undefined : routes[found.route.id];
      if (!found || !route || route.id === "root") return null;
      const module = route.module as { handle?: unknown; action?: unknown };
      const guard = guardOf(module.handle);
      if (!guard) return null;
      const { id, index = false, path } = route;
      return { id, guard, params: found.params, acts: module.action !== undefined, index, anything: path === "*" };
    },
  };
}
