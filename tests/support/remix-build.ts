import type { ServerBuild } from "@remix-run/cloudflare";
import routes from "~/routes";

type Entry = (typeof routes)[number];
type ServedRoute = NonNullable<ServerBuild["routes"][string]>;

const modules = import.meta.glob(["../../app/root.tsx", "../../app/**/*.route.tsx"], {
  eager: true,
});

const moduleOf = (file: string) => {
  const found = modules[`../../app/${file}`];
  if (!found) throw new Error(`app/routes.ts names app/${file}, which is not there`);
  return found as ServedRoute["module"];
};

const idOf = (file: string) => file.replace(/\.tsx$/, "");

function flatten(entries: readonly Entry[], parentId: string): [string, ServedRoute][] {
  return entries.flatMap(({ path, index, file, children = [] }) => {
    const id = idOf(file);
    const placed = { ...(path === undefined ? {} : { path }), ...(index ? { index } : {}) };
    const route = { id, parentId, ...placed, module: moduleOf(file) };
    return [[id, route], ...flatten(children, id)];
  });
}

/**
 * Returns the same routes and modules that Remix's Vite plugin gives the worker, without its bundling, for tests in
 * process.
 */
export async function remixBuild(): Promise<ServerBuild> {
  const root = { id: "root", path: "", module: moduleOf("root.tsx") };
  const all: Record<string, ServedRoute> = Object.fromEntries([["root", root], ...flatten(routes, "root")]);
  const assetOf = ({ id, parentId, path, index }: ServedRoute) => ({
    id,
    parentId,
    path,
    index,
    module: `/assets/${id}.js`,
    imports: [],
    hasAction: false,
    hasLoader: false,
    hasErrorBoundary: id === "root",
    hasClientAction: false,
    hasClientLoader: false,
    clientLoaderModule: undefined,
    clientActionModule: undefined,
  });
  const assetRoutes = Object.values(all).map((route) => [route.id, assetOf(route)]);
  return {
    mode: "production",
    entry: { module: await import("~/entry.server") },
    routes: all,
    assets: {
      entry: { imports: [], module: "/assets/entry.js" },
      routes: Object.fromEntries(assetRoutes),
      url: "/assets/manifest.js",
      version: "test",
    },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    isSpaMode: false,
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_singleFetch: true,
      v3_lazyRouteDiscovery: true,
    },
  };
}
