import type { RouteConfigEntry } from "@remix-run/dev/dist/config/routes";
import { managementDeskRoutes, managementPageRoutes } from "./noun-routes";

/** Routes are case-sensitive, as a proxy's rule on `/manage` would not match `/Manage`. */
const route = (path: string, name: string, children?: RouteConfigEntry[]): RouteConfigEntry => ({
  path,
  caseSensitive: true,
  file: `${name}.route.tsx`,
  ...(children ? { children } : {}),
});
const index = (name: string): RouteConfigEntry => ({ index: true, file: `${name}.route.tsx` });

/** Routes under `/manage/:page`, for the members of one page. */
const onPage: RouteConfigEntry[] = [
  index("now/desk/now"),
  ...managementPageRoutes.map(([path, name]) => route(path, name)),
  route("preview", "preview/desk/preview"),
  route("messages", "preview/desk/messages"),
  route("messages/email", "preview/desk/messages-email"),
  route("search", "search/desk/search"),
  route("*", "ui/frame/missing-room"),
];

/** Every address for people, with the module that answers it. Programs' addresses are in programs.ts. */
const routes: RouteConfigEntry[] = [
  index("status-page/views/front/home"),
  ...managementDeskRoutes.map(([path, name]) => route(path, name)),
  route("manage/refused", "ui/frame/refused"),
  route("manage/:page", "pages/desk/page-layout", onPage),
  route(":page", "status-page/views/front/page"),
  route(":page/incidents/:id", "status-page/views/incident/incident"),
  route(":page/maintenances/:id", "status-page/views/maintenance/maintenance"),
  route(":page/components/:id", "status-page/views/component/component"),
  route(":page/history", "status-page/views/history/history"),
  route(":page/uptime", "status-page/views/uptime/uptime"),
  route(":page/unlock", "status-page/views/unlock/unlock"),
  route(":page/preferences", "subscribers/views/preferences/preferences"),
  route(":page/elsewhere", "status-page/views/elsewhere/elsewhere"),
  route(":page/subscribe", "subscribers/views/subscribe/subscribe"),
  route(":page/subscriptions/:token", "subscribers/views/subscribe/subscription"),
  route("*", "status-page/views/frame/missing"),
];

export default routes;
