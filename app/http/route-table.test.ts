import { expect, test } from "vitest";
import { makeRouteTable, type RouteManifest } from "~/http/route-table";
import { programEndpointHandlerOf } from "~/programs";
import { publicRoutes } from "~/public-routes";
import { remixBuild } from "../../tests/support/remix-build";

/** Returns the pattern from the root, without the leading slash. */
function patternOf(routes: RouteManifest, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id];
  return route ? [patternOf(routes, route.parentId), route.path].filter(Boolean).join("/") : "";
}

const escaped = (text: string) => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`;
const writings = [
  (text: string) => text.toUpperCase(),
  (text: string) => text.replace(/[a-z]/, (a) => a.toUpperCase()),
  escaped,
];

const addressOf = (segments: readonly string[]) =>
  `/${segments.map((segment) => segment.replace(/^:.*/, "some-id")).join("/")}`;

/** Returns every other spelling of each static segment of the route. */
const otherwise = (segments: readonly string[]): string[] =>
  segments.flatMap((segment, at) =>
    /^[:*]/.test(segment) ? [] : writings.map((write) => addressOf(segments.with(at, write(segment)))),
  );

/** Returns the addresses that are spelled unlike any route and still match the one they resemble. */
function loose(routes: RouteManifest): { tried: number; found: string[] } {
  const table = makeRouteTable(routes);
  const found: string[] = [];
  let tried = 0;
  for (const id of Object.keys(routes)) {
    const segments = patternOf(routes, id).split("/").filter(Boolean);
    if (id === "root" || segments[0] === "*") continue;
    if (table.match(addressOf(segments)) === null) found.push(`${id} is not found`);
    for (const address of otherwise(segments)) {
      tried += 1;
      if (table.match(address)?.id === id) found.push(address);
    }
  }
  return { tried, found };
}

test("a route answers its address in exactly its letters, without escapes: nothing opens the desk past a rule on /manage", async () => {
  const { routes } = await remixBuild();
  const [all, shown] = [loose(routes), loose(publicRoutes)];
  expect([...all.found, ...shown.found]).toEqual([]);
  expect(all.tried).toBeGreaterThan(300);
  expect(shown.tried).toBeGreaterThan(10);
});

test("no other writing of /manage opens anything of it", async () => {
  const table = makeRouteTable((await remixBuild()).routes);
  for (const path of [
    "/Manage",
    "/MANAGE/sign-in",
    "/%6danage/acme",
    "/m%61nage/deployment",
    "/Manage/acme/incidents/x",
  ])
    expect(table.match(path)?.id ?? "", path).not.toMatch(/^desk\//);
});

test("addresses of programs are exact, too", () => {
  const exact = ["/ingest/x", "/ping/x", "/api/v1/pages", "/metrics", "/v2/enqueue", "/acme/embed", "/acme/badge.svg"];
  for (const path of exact) {
    expect(programEndpointHandlerOf(path, false), path).not.toBeNull();
    expect(programEndpointHandlerOf(path.toUpperCase(), false), path).toBeNull();
  }
});
