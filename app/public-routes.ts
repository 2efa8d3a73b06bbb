import type { RouteManifest } from "./http/route-table";
import routes from "./routes";

type Module = NonNullable<RouteManifest[string]>["module"];

const modules = import.meta.glob<Module>(
  "./status-page/views/{front,incident,maintenance,component,history,uptime}/*.route.tsx",
  { eager: true },
);

/**
 * Routes of app/routes.ts that only show something to a visitor: they are loaded with the worker, all others on demand.
 */
export const publicRoutes: RouteManifest = Object.fromEntries(
  routes.flatMap(({ path, index, file }) => {
    const [id, module] = [file.replace(/\.tsx$/, ""), modules[`./${file}`]];
    if (!module) return [];
    const place = { ...(path === undefined ? {} : { path }), ...(index ? { index } : {}) };
    return [[id, { id, ...place, module }]];
  }),
);
