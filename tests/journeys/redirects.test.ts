import { createServer, type RequestListener, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Checking, type Settings, startChecking } from "../support/checking";
import { listenHere } from "../support/listen-here";

/** How monitors of the built worker follow redirects: as browsers do, as far as there is room. */
let checking: Checking;
let server: Server;
let at: string;

const hop = /^\/hop\/(\d+)$/;

const answers: RequestListener = (request, response) => {
  const { method, url = "", headers } = request;
  const left = Number(hop.exec(url)?.[1] ?? 0);
  if (left > 1) return response.writeHead(302, { location: `/hop/${left - 1}` }).end();
  if (url === "/round") return response.writeHead(302, { location: "/round" }).end();
  // Who has no cookie is asked to come back with one.
  if (url.startsWith("/UI/Dashboard") && headers.cookie !== "TestCookie=1")
    return response
      .writeHead(302, { "set-cookie": "TestCookie=1; path=/", location: "/UI/Dashboard?cookiesChecked=1" })
      .end();
  if (url.startsWith("/UI/Dashboard")) return response.end("Dashboard OK");
  if (url === "/sign-in" && method === "POST")
    return response.writeHead(303, { "set-cookie": "session=abc; HttpOnly", location: "/home" }).end();
  if (url === "/home") return response.end(`${method} ${headers.cookie ?? "nobody"}`);
  return response.end("there");
};

beforeAll(async () => {
  server = createServer(answers);
  at = await listenHere(server);
  checking = await startChecking();
});
afterAll(async () => {
  await checking?.stop();
  server?.closeAllConnections();
  server?.close();
});

const find = async (path: string, settings: Settings = {}) => {
  const { verdict, words } = await checking.find("http", { url: `${at}${path}`, ...settings }, 4);
  return [verdict, words];
};
const well = ["Up", "It answered 200."];

test.each<[string, string, Settings, (string | RegExp)[]]>([
  ["ten are followed", "/hop/11", { contains: "there" }, well],
  ["eleven are too many", "/hop/12", {}, ["Down", /^Too many redirects/]],
  ["a loop is too many", "/round", {}, ["Down", /^Too many redirects/]],
  ["a cookie that is asked for comes along", "/UI/Dashboard", { contains: "Dashboard OK" }, well],
  ["a form leads on by GET", "/sign-in", { method: "POST", body: "a=b", contains: "GET session=abc" }, well],
  [
    "a form whose 303 is expected is not left",
    "/sign-in",
    { method: "POST", body: "a=b", statuses: "303" },
    ["Up", "It answered 303."],
  ],
])("%s", async (_, path, settings, [verdict, words]) => {
  expect(await find(path, settings)).toEqual([
    verdict,
    typeof words === "string" ? words : expect.stringMatching(words ?? ""),
  ]);
});

test("what a request before this one was given as a cookie goes along with it", async () => {
  const earlier = `POST ${at}/sign-in\n\na=b`;
  expect(await find("/home", { earlier, contains: "GET session=abc" })).toEqual(well);
});
