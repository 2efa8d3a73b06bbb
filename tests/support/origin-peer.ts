import type { HookAnswer, Received } from "./hook";
import { originFixture } from "./origin-reading";
import { upfrontAnswers, upfrontComponent } from "./upfront-origin";

/** The key that the simulated products accept. */
export const originPeerKey = "k3y-of-nobody";

const fixtureByPath: Readonly<Record<string, string>> = {
  "/index.json": "betterstack/composed-public-index.json",
  "/api/v3/checks/": "healthchecks/v3-checks.json",
  "/api/v3/checks/31365bce-8da9-4729-8ff3-aaa71d56b712/flips/": "healthchecks/composed-v3-flips.json",
  "/api/v3/channels/": "healthchecks/v3-channels.json",
  "/api/component-groups": "cachet/composed-v3-component-groups.json",
  "/api/components": "cachet/composed-v3-components.json",
  "/api/incidents": "cachet/composed-v3-incidents-include.json",
  "/api/schedules": "cachet/composed-v3-schedules.json",
  "/summary.json": "instatus/composed-public-summary.json",
};

const upfrontComponents = [
  upfrontComponent,
  { ...upfrontComponent, id: "c2", name: "Website", group_id: null, status: "operational", kept_by: "manual" },
  { ...upfrontComponent, id: "c3", name: "Mail", group_id: null, status: "operational" },
];

function upfrontText(path: string): string | null {
  const value = upfrontAnswers.find(([pattern]) => pattern.test(path))?.[1];
  if (value === undefined) return null;
  return JSON.stringify(/\/components\?/.test(path) ? upfrontComponents : value);
}

function textAt(path: string): string | null {
  const { pathname, searchParams } = new URL(path, "https://origin.example");
  if ((searchParams.get("page") ?? "1") !== "1") return null;
  if (pathname.startsWith("/api/v1/pages")) return upfrontText(path);
  if (pathname === "/v2/components.json") return `{"components":${originFixture("instatus/components.json")}}`;
  const fixture = fixtureByPath[pathname];
  // A component that is switched off is shown nowhere, so that leaving it out would prove nothing.
  return fixture === undefined ? null : originFixture(fixture).replace('"enabled": false', '"enabled": true');
}

const needsKey = /^\/api\/v(?:1\/pages|3\/)/;

function hasKey({ authorization, "x-api-key": key }: Received["headers"]): boolean {
  return authorization === `Bearer ${originPeerKey}` || key === originPeerKey;
}

/**
 * Answers as a deployment of Upfront, a page of Better Stack, Healthchecks, Cachet 3 and a page of Instatus do, each at
 * its own paths.
 */
export function originPeerAnswer({ path, headers }: Received): HookAnswer {
  if (needsKey.test(path) && !hasKey(headers)) return { status: 401, text: "Unauthorized" };
  const text = textAt(path);
  return text === null ? { status: 404, text: "Not found" } : { status: 200, text };
}
