import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agent as agentProgram } from "../support/agent-file";
import { makeApi } from "../support/api-client";
import { startProgram, temporaryFolder } from "../support/child";
import { type ClockedServer, startClockedServer } from "../support/clocked-server";
import { nodeProgram } from "../support/server";

/** The built worker, and an agent that reports once and is never heard of again. */
const token = "a-bootstrap-token-of-more-than-32-characters";
let server: ClockedServer;
let peer: Server;
let page = "";
let component = "";
let agent = "";
let monitor = "";
const api = makeApi(() => server.url, token);

beforeAll(async () => {
  server = await startClockedServer({ networks: ["127.0.0.0/8"], settings: { UPFRONT_BOOTSTRAP_TOKEN: token } });
  peer = createServer((socket) => socket.on("error", () => undefined).end("220 ready\r\n"));
  await new Promise<void>((done) => peer.listen(0, "127.0.0.1", done));
  page = (await api("/pages", { page: { name: "Office", subdomain: "office" } })).id;
  component = (await api(`/pages/${page}/components`, { component: { name: "Intranet" } })).id;
  agent = (await api(`/pages/${page}/agents`, { agent: { name: "Office network", every: 5 } })).id;
});
afterAll(async () => {
  peer?.close();
  await server?.stop();
});

/** One round of the agent, as it is run from a timer. */
async function report(): Promise<void> {
  const { secret } = await api<{ secret: string }>(`/pages/${page}/agents/${agent}/secret`, {});
  const folder = temporaryFolder("silent-agent");
  const round = startProgram(nodeProgram, [agentProgram, "--once"], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? "",
      UPFRONT_AGENT: `${server.url}/ingest/agents/${agent}`,
      UPFRONT_AGENT_SECRET: secret,
    },
  });
  expect(await round.ended, round.output()).toBe(0);
}

/** The headline of the page; a copy in memory lives for a second. */
async function told(): Promise<string | undefined> {
  const html = await (await fetch(`${server.url}/office`)).text();
  return ["Not monitored", "All systems operational"].find((words) => html.includes(`>${words}<`)) ?? "other";
}
const reads = (words: string) => expect.poll(told, { timeout: 10_000, interval: 250 }).toBe(words);

test("what only an agent sees is well from its first report on, and not before", async () => {
  const { port } = peer.address() as AddressInfo;
  const settings = { host: "127.0.0.1", port };
  const rule = { components: { [component]: "major_outage" }, mode: "none" };
  const asked = { kind: "tcp", name: "Intranet", settings, interval: 1, in_a_row: 1, agent_id: agent, ...rule };
  monitor = (await api(`/pages/${page}/monitors`, { monitor: asked })).id;
  await server.passed();
  await reads("Not monitored");
  await report();
  await server.passed();
  await reads("All systems operational");
});

test("once the agent is silent nothing is green, the team is told, and nobody is down", async () => {
  for (let minute = 0; minute < 16; minute++) await server.passed();
  await reads("other");
  const state = await api<{ state: string }>(`/pages/${page}/monitors/${monitor}`);
  expect(state).toMatchObject({ state: "no_data" });
  expect(await api(`/pages/${page}/agents/${agent}`)).toMatchObject({ state: "down" });
  const alerts = await api<{ title: string; state: string }[]>(`/pages/${page}/alerts?state=firing`);
  expect(alerts.map(({ title }) => title)).toEqual([expect.stringContaining("Office network")]);
  const summary = await (await fetch(`${server.url}/office/api/v2/summary.json`)).json();
  const [shown] = (summary as { components: object[] }).components;
  expect(shown).toMatchObject({ name: "Intranet", no_data_since: expect.any(String) });
});

test("when its last monitor is deleted the page says that nothing watches it", async () => {
  await api(`/pages/${page}/monitors/${monitor}`, undefined, "DELETE");
  await server.passed();
  await reads("Not monitored");
});
