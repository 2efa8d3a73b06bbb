import type { RouteConfigEntry } from "@remix-run/dev/dist/config/routes";

const route = (path: string, name: string, children?: RouteConfigEntry[]): RouteConfigEntry => ({
  path,
  file: `routes/${name}.tsx`,
  ...(children ? { children } : {}),
});
const index = (name: string): RouteConfigEntry => ({ index: true, file: `routes/${name}.tsx` });

/** Under `/manage/:page`: what the members of one page see. */
const onPage: RouteConfigEntry[] = [
  index("manage/now"),
  route("incidents", "manage/incidents"),
  route("incidents/new", "manage/incident-new"),
  route("incidents/:id", "manage/incident"),
  route("templates", "manage/templates"),
  route("templates/new", "manage/template-new"),
  route("templates/:id", "manage/template"),
  route("components", "manage/components"),
  route("components/new", "manage/component-new"),
  route("components/:id", "manage/component"),
  route("groups/new", "manage/group-new"),
  route("groups/:id", "manage/group"),
  route("monitors", "manage/monitors"),
  route("monitors/new", "manage/monitor-new"),
  route("monitors/:id", "manage/monitor"),
  route("sources", "manage/sources"),
  route("sources/new", "manage/source-new"),
  route("sources/:id", "manage/source"),
  route("sources/:id/rules/:rule", "manage/rule"),
  route("sources/:id/deliveries/:delivery", "manage/delivery"),
  route("heartbeats", "manage/heartbeats"),
  route("heartbeats/new", "manage/heartbeat-new"),
  route("heartbeats/:id", "manage/heartbeat"),
  route("heartbeats/:id/pings/:number", "manage/heartbeat-ping"),
  route("channels", "manage/channels"),
  route("channels/new", "manage/channel-new"),
  route("channels/:id", "manage/channel"),
  route("outbox", "manage/outbox"),
  route("outbox/:id", "manage/notice"),
  route("outbox/:id/letter", "manage/letter"),
  route("people", "manage/people"),
  route("subscribers", "manage/subscribers"),
  route("subscribers/new", "manage/subscriber-new"),
  route("subscribers/import", "manage/subscribers-import"),
  route("subscribers/export", "manage/subscribers-export"),
  route("audit", "manage/audit"),
  route("usage", "manage/usage"),
  route("settings", "manage/settings"),
];

/** Every address for people, with the module that answers it. Programs' addresses are in machines/app.ts. */
const routes: RouteConfigEntry[] = [
  index("public/home"),
  route("manage", "manage/pages"),
  route("manage/sign-in", "manage/sign-in"),
  route("manage/sign-in/code", "manage/sign-in-code"),
  route("manage/sign-in/:token", "manage/sign-in-link"),
  route("manage/invitations/:token", "manage/invitation"),
  route("manage/sign-out", "manage/sign-out"),
  route("manage/account", "manage/account"),
  route("manage/new", "manage/page-new"),
  route("manage/refused", "manage/refused"),
  route("manage/deployment", "manage/deployment"),
  route("manage/deployment/outbox", "manage/deployment-outbox"),
  route("manage/deployment/mailers/new", "manage/mailer-new"),
  route("manage/deployment/mailers/:id", "manage/mailer"),
  route("manage/:page", "manage/page-layout", onPage),
  route(":page", "public/page"),
  route(":page/incidents/:id", "public/incident"),
  route(":page/maintenances/:id", "public/maintenance"),
  route(":page/components/:id", "public/component"),
  route(":page/history", "public/history"),
  route(":page/subscribe", "public/subscribe"),
  route(":page/subscriptions/:token", "public/subscription"),
  route("*", "public/missing"),
];

export default routes;
