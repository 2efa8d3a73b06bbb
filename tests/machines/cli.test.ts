import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CliDesk, cliPage, openCliDesk } from "../support/cli-desk";
import { origin } from "../support/worker";

/** Time between two things, as for people: a public page may also be shown as it was read some seconds ago. */
const printedMs = 20_000;

let desk: CliDesk;
beforeAll(async () => {
  desk = await openCliDesk();
  expect((await desk.logIn("allow")).code).toBe(0);
});
afterAll(() => desk.close());

test("components are listed and set; the state of the page is in words and in the exit code", async () => {
  for (const name of ["Web", "Checkout"]) await desk.api(`/pages/${cliPage}/components`, { component: { name } });
  expect(await desk.cli.run(["component", "list"])).toMatchObject({
    code: 0,
    out: expect.stringContaining("? No data"),
  });
  expect((await desk.cli.run(["status"])).code).toBe(6);
  for (const name of ["Web", "check"])
    for (const status of ["degraded_performance", "operational"]) {
      expect((await desk.cli.run(["component", "set", name, status])).code).toBe(0);
      desk.deployment.clock.now += printedMs;
    }
  expect(await desk.cli.run(["status"])).toMatchObject({
    code: 0,
    out: expect.stringContaining("✓ Operational  Checkout"),
  });
  expect(await desk.cli.run(["component", "set", "Checkout", "partial_outage"])).toMatchObject({
    code: 0,
    out: "Checkout: Partial outage.\n",
  });
  desk.deployment.clock.now += printedMs;
  const state = await desk.cli.run(["status", "--json"]);
  expect(state.code).toBe(3);
  expect(state.json()).toMatchObject({ name: "Acme", status: "partial_outage", exit_code: 3 });
  await desk.cli.run(["component", "set", "Checkout", "operational"]);
  expect(await desk.cli.run(["component", "set", "Nothing", "operational"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("Choose one of: "),
  });
  desk.deployment.clock.now += printedMs;
  const visitor = { env: { UPFRONT_URL: origin, UPFRONT_PAGE: cliPage, XDG_CONFIG_HOME: join(desk.cli.home, "none") } };
  expect((await desk.cli.run(["status"], visitor)).code).toBe(0);
  expect((await desk.cli.run(["status", "--page", "nowhere"], visitor)).code).toBe(4);
});

test("an incident is drafted, published, updated, shown and resolved; a template fills what was not typed", async () => {
  const draft = await desk.cli.run(
    ["incident", "open", "Payments fail", "-m", "-", "-c", "Checkout=major_outage", "--draft", "--json"],
    {
      input: "We look into it.\n",
    },
  );
  expect(draft.code).toBe(0);
  const { id } = draft.json<{ id: string }>();
  expect(draft.json()).toMatchObject({ visibility: "draft", incident_updates: [{ body: "We look into it." }] });
  expect((await desk.cli.run(["incident", "publish", id])).out).toContain("Published “Payments fail”");
  expect(await desk.cli.run(["incident", "list"])).toMatchObject({ code: 0, out: expect.stringContaining(id) });
  expect((await desk.cli.run(["incident", "update"])).code).toBe(2);
  desk.deployment.clock.now += printedMs;
  const updated = await desk.cli.run([
    "incident",
    "update",
    "-s",
    "identified",
    "-m",
    "A deploy.",
    "--no-notify",
    "-c",
    "Checkout=partial_outage",
  ]);
  expect(updated.out).toContain("Updated “Payments fail” (identified)");
  const shown = await desk.cli.run(["incident", "show", "payments fail"]);
  expect(shown.out).toMatch(/! Partial outage {2}Checkout[\s\S]*A deploy\.[\s\S]*We look into it\./);
  expect((await desk.cli.run(["incident", "resolve", "-m", "Works again."])).out).toContain("Resolved “Payments fail”");
  expect((await desk.cli.run(["incident", "list"])).out).toBe("No incident is open.\n");
  expect((await desk.cli.run(["incident", "list", "--search", "Payments", "--json"])).json<unknown[]>()).toHaveLength(
    1,
  );
  expect((await desk.cli.run(["incident", "resolve"])).code).toBe(1);
  expect((await desk.cli.run(["incident", "open"])).code).toBe(2);
  expect((await desk.cli.run(["incident", "list", "--limit", "0"])).code).toBe(2);
  const [{ id: web }] = await desk.api<[{ id: string }]>(`/pages/${cliPage}/components`);
  const template = {
    name: "Deploy failed",
    title: "{{component}} is down",
    body: "On {{page}}, {{time}}.",
    component_statuses: { [web]: "major_outage" },
  };
  await desk.api(`/pages/${cliPage}/incident_templates`, { template });
  const filled = await desk.cli.run(["incident", "open", "-t", "deploy", "--json"]);
  expect(filled.json()).toMatchObject({
    name: expect.stringMatching(/^(Web|Checkout) is down$/),
    incident_updates: [{ body: expect.stringMatching(/^On Acme, 20\d\d-\d\d-\d\d \d\d:\d\d/) }],
  });
  await desk.cli.run(["incident", "resolve"]);
});

test("a program opens an incident once and resolves it, and does nothing where there is nothing to do", async () => {
  const open = [
    "incident",
    "open",
    "A deployment has failed",
    "--unless-open",
    "--key",
    "run-7-1",
    "--impact",
    "minor",
  ];
  const { id } = (await desk.cli.run([...open, "--json"])).json<{ id: string }>();
  expect(await desk.cli.run(open)).toMatchObject({ code: 0, out: expect.stringContaining(`(${id})`) });
  const again = await desk.cli.run([...open.filter((word) => word !== "--unless-open"), "--json"]);
  expect(again.json()).toMatchObject({ id });
  const resolve = ["incident", "resolve", "A deployment has failed", "--if-open"];
  desk.deployment.clock.now += printedMs;
  expect((await desk.cli.run(resolve)).out).toContain("Resolved “A deployment has failed”");
  expect(await desk.cli.run(resolve)).toMatchObject({ code: 0, out: expect.stringContaining("nothing to resolve") });
  expect((await desk.cli.run(["incident", "open", "X", "--key", "a b"])).code).toBe(2);
});

test("maintenance is scheduled, listed, started and ended", async () => {
  const planned = await desk.cli.run([
    "maintenance",
    "plan",
    "Database upgrade",
    "--start",
    "2h",
    "--for",
    "90m",
    "-c",
    "Web",
  ]);
  expect(planned).toMatchObject({ code: 0, out: expect.stringContaining("Scheduled “Database upgrade”") });
  expect((await desk.cli.run(["maintenance", "list"])).out).toContain("Database upgrade");
  expect((await desk.cli.run(["maintenance", "end"])).code).toBe(1);
  expect((await desk.cli.run(["maintenance", "start"])).out).toContain("Started “Database upgrade”");
  expect((await desk.cli.run(["maintenance", "end", "database"])).out).toContain("Completed “Database upgrade”");
  expect((await desk.cli.run(["maintenance", "list", "--past", "--json"])).json<unknown[]>()).toHaveLength(1);
  expect(await desk.cli.run(["maintenance", "plan", "X", "--start", "2026-12-01 02:00"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("no time for --start"),
  });
  expect((await desk.cli.run(["maintenance", "plan", "X", "--for", "soon"])).code).toBe(2);
});

test("monitors are listed, checked, paused and resumed; a check that finds nothing is no success", async () => {
  const monitor = { kind: "http", name: "Shop", interval: 5, settings: { url: "https://shop.example.com/health" } };
  await desk.api(`/pages/${cliPage}/monitors`, { monitor });
  expect((await desk.cli.run(["monitor", "list"])).out).toContain("Shop");
  expect((await desk.cli.run(["monitor", "pause", "shop"])).out).toBe("Paused “Shop”.\n");
  expect((await desk.cli.run(["monitor", "list", "--state", "paused", "--json"])).json()).toMatchObject([
    { name: "Shop" },
  ]);
  expect((await desk.cli.run(["monitor", "resume", "Shop"])).out).toBe("Resumed “Shop”.\n");
  expect((await desk.cli.run(["monitor", "check", "Shop"])).code).toBe(3);
  expect((await desk.cli.run(["monitor", "check", "Nothing"])).code).toBe(1);
});

test("a heartbeat is pinged by its name or its URL, and a sample is delivered to a source", async () => {
  const heartbeat = await desk.api<{ ping_url: string }>(`/pages/${cliPage}/heartbeats`, {
    heartbeat: { name: "Backup" },
  });
  expect(await desk.cli.run(["ping", "Backup", "--exit-code", "0", "-m", "done"])).toMatchObject({
    code: 0,
    out: "Ping received.\n",
  });
  expect((await desk.cli.run(["ping", heartbeat.ping_url, "--fail"])).code).toBe(0);
  expect((await desk.cli.run(["ping", "Backup", "--fail", "--start"])).code).toBe(2);
  expect((await desk.cli.run(["ping", `${origin}/ping/00000000-0000-4000-8000-000000000000`])).code).toBe(1);
  const source = { kind: "alertmanager", name: "Prometheus" };
  const { ingest_url: address } = await desk.api<{ ingest_url: string }>(`/pages/${cliPage}/sources`, { source });
  const alert = {
    status: "firing",
    labels: { alertname: "Down" },
    annotations: {},
    startsAt: new Date(desk.deployment.clock.now).toISOString(),
    endsAt: "0001-01-01T00:00:00Z",
    fingerprint: "f1",
  };
  const body = JSON.stringify({
    version: "4",
    status: "firing",
    receiver: "r",
    groupLabels: {},
    commonLabels: {},
    commonAnnotations: {},
    externalURL: "",
    groupKey: "g",
    truncatedAlerts: 0,
    alerts: [alert],
  });
  expect(await desk.cli.run(["deliver", "Prometheus"], { input: body })).toMatchObject({
    code: 0,
    out: "Accepted: 1 alerts, 0 skipped.\n",
  });
  const file = join(desk.cli.home, "alert.json");
  writeFileSync(file, body);
  expect((await desk.cli.run(["deliver", address, file, "--json"])).json()).toMatchObject({
    alerts: [expect.anything()],
  });
  expect((await desk.cli.run(["deliver", address, join(desk.cli.home, "none.json")])).code).toBe(2);
  expect((await desk.cli.run(["deliver", `${origin}/ingest/nothing`], { input: "{}" })).code).toBe(1);
  expect((await desk.cli.run(["deliver", address, "-H", "no colon"], { input: "{}" })).code).toBe(2);
});

test("changes and alerts are shown in their order, and as a line of JSON each", async () => {
  const tail = await desk.cli.run(["tail", "--once"]);
  expect(tail.code).toBe(0);
  expect(tail.out.trimEnd().split("\n")).toHaveLength(10);
  const alerts = await desk.cli.run(["tail", "--once", "--only", "alerts", "--json"]);
  expect(
    alerts.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toContainEqual(expect.objectContaining({ kind: "alert", title: "Down" }));
  const audit = await desk.cli.run(["tail", "--once", "--only", "audit"]);
  expect(audit.out).toContain("source.create");
  expect((await desk.cli.run(["tail", "--interval", "1"])).code).toBe(2);
});

test("places are opened or printed", async () => {
  expect((await desk.cli.run(["open"])).out).toBe(`${origin}/manage/${cliPage}\n`);
  expect((await desk.cli.run(["open", "public", "--print"])).out).toBe(`${origin}/${cliPage}\n`);
  expect((await desk.cli.run(["open", "account", "--json"])).json()).toEqual({ url: `${origin}/manage/account` });
  expect((await desk.cli.run(["open", "elsewhere"])).code).toBe(2);
});

test("what is written from the definitions is written", async () => {
  for (const shell of ["bash", "zsh", "fish"])
    expect((await desk.cli.run(["completion", shell])).out).toContain("maintenance");
  expect((await desk.cli.run(["completion", "cmd"])).code).toBe(2);
  expect((await desk.cli.run(["man"])).out).toMatch(/^\.TH UPFRONT 1/);
  expect((await desk.cli.run(["import", "list"])).code).toBe(0);
});
