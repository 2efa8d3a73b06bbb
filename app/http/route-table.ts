import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import { type RouteGuard, routeGuardOf } from "./guard";

type RouteObject = Parameters<typeof matchRoutes>[0][number];
export type RouteManifest = ServerBuild["routes"];

export interface MatchedRoute {
  id: string;
  guard: RouteGuard;
  params: Record<string, string | undefined>;
  /** True when it accepts forms. */
  acts: boolean;
  /** True for an index route: Remix sends its forms to the layout unless the address says `?index`. */
  index: boolean;
  /** True for the catch-all route of visitors, which answers that nothing is found. */
  anything: boolean;
  /** Maximum number of bytes of a form, where its handle declares more than is usual. */
  maxFormBytes: number | undefined;
  /** Handler of a public resource route, which answers without a document of Remix around it (decisions/0002). */
  print: ResponseLoader | null;
}

export type ResponseLoader = (given: LoaderFunctionArgs) => Promise<Response>;

interface RouteModule {
  handle?: unknown;
  loader?: ResponseLoader;
  action?: unknown;
  default?: unknown;
}

export interface RouteTable {
  match(pathname: string): MatchedRoute | null;
}

export function routeTreeOf(routes: RouteManifest, parentId: string | undefined): RouteObject[] {
  const children = Object.values(routes).filter((route) => route?.parentId === parentId);
  return children.flatMap((route) => {
    if (!route) return [];
    const { id, path, index } = route;
    const common = { id, ...(path === undefined ? {} : { path }), caseSensitive: true };
    return [index ? { ...common, index: true } : { ...common, children: routeTreeOf(routes, id) }];
  });
}

/**
 * Returns route modules without a declared guard; the start and a test refuse them. The root is a frame, not a route.
 */
export const unguardedRoutes = (routes: RouteManifest): string[] =>
  Object.values(routes).flatMap((route) =>
    route && route.id !== "root" && !routeGuardOf((route.module as { handle?: unknown }).handle) ? [route.id] : [],
  );

/** A Response that `print` throws on purpose is an answer as well; HEAD gets it without its body. */
const printing =
  (loader: ResponseLoader): ResponseLoader =>
  async (given) => {
    const response = await loader(given).catch((thrown) => {
      if (thrown instanceof Response) return thrown;
      throw thrown;
    });
    return given.request.method === "HEAD" ? new Response(null, response) : response;
  };

type RouteMatches = NonNullable<ReturnType<typeof matchRoutes>>;

/** Remix decodes before it matches: without this, `/%6danage` would pass a proxy's rule on `/manage`. */
function isWrittenAs(found: RouteMatches, pathname: string): boolean {
  const named = found.flatMap(({ route }) => (route.path ?? "").split("/").filter(Boolean));
  const segments = pathname.split("/").slice(1);
  return named.every((name, at) => /^[:*]/.test(name) || name === segments[at]);
}

function matchedRoute(routes: RouteManifest, found: RouteMatches | null, pathname: string): MatchedRoute | null {
  const leaf = found?.at(-1);
  const route = leaf?.route.id === undefined ? undefined : routes[leaf.route.id];
  if (!found || !leaf || !route || route.id === "root" || !isWrittenAs(found, pathname)) return null;
  const module = route.module as RouteModule;
  const guard = routeGuardOf(module.handle);
  if (!guard) return null;
  const { id, index = false, path } = route;
  const alone = guard.kind === "public" && module.default === undefined && module.loader;
  const print = alone ? printing(alone) : null;
  const { maxFormBytes } = (module.handle ?? {}) as { maxFormBytes?: number };
  const acts = module.action !== undefined;
  return {
    id,
    guard,
    params: leaf.params,
    acts,
    index,
    anything: path === "*" && guard.kind === "public",
    maxFormBytes,
    print,
  };
}

/**
 * Maximum number of cached matches. Matching walks all routes, so a page with a hundred visitors a second is matched
 * only once.
 */
const maxCachedMatches = 500;

/** Finds the route of an address, as Remix will, with the guard that its module declares. */
export function makeRouteTable(routes: RouteManifest): RouteTable {
  const open = unguardedRoutes(routes);
  if (open.length > 0) throw new Error(`routes without a guard: ${open.join(", ")}`);
  const tree = routeTreeOf(routes, undefined);
  const kept = new Map<string, MatchedRoute | null>();
  return {
    match(pathname) {
      const known = kept.get(pathname);
      if (known !== undefined) return known;
      const found = matchedRoute(routes, matchRoutes(tree, pathname), pathname);
      if (kept.size >= maxCachedMatches) kept.clear();
      kept.set(pathname, found);
      return found;
    },
  };
}
