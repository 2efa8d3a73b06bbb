import { afterAll, beforeAll, expect, test } from "vitest";
import { runImportSteps } from "~/importers/engine/run-import";
import { handleRestApi } from "~/rest-api";
import { ImportToolError } from "../../scripts/import/options.ts";
import { sendDocument } from "../../scripts/import/send-document.ts";
import { type Desk, openDesk } from "../support/desk";
import { foreignComponent, foreignIncident, moveDocumentOf } from "../support/import-documents";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const target = { url: "http://localhost:8787", page: "acme", token: "of-an-owner" };
const document = {
  ...moveDocumentOf({
    components: [foreignComponent("web"), foreignComponent("pay")],
    incidents: Array.from({ length: 600 }, (_, at) =>
      foreignIncident(`i${at}`, {
        updates: [{ status: "resolved", body: "x".repeat(800), shownAt: 1_760_000_000_000 }],
      }),
    ),
  }),
  origin: "csv",
};

let machines = 0;

/** A deployment in this process; `refuse` answers in its place, and its ticks pass while the tool sleeps. */
function machineOf(refuse: (url: string, call: number) => Response | Error | null = () => null) {
  const run = machines++;
  let [calls, keys] = [0, 0];
  const lines: string[] = [];
  const actor = {
    kind: "token" as const,
    id: "tool",
    personId: "founder",
    role: "owner" as const,
    readOnly: false,
    operator: false,
  };
  const tick = async () => {
    desk.deployment.clock.now += 3000;
    const ctx = desk.deployment.ctx({ kind: "machine", id: "clock" });
    const jobs = await ctx.d1
      .prepare("SELECT id FROM import_job WHERE due_at IS NOT NULL")
      .bind()
      .all<{ id: string }>();
    for (const { id } of jobs.results)
      await runImportSteps(desk.deployment.ctx({ kind: "machine", id: "clock" }), desk.pageId, id);
  };
  return {
    lines,
    say: (line: string) => void lines.push(line),
    sleep: tick,
    newKey: () => `${run}: key ${keys++}`,
    async fetch(url: string, init: RequestInit) {
      const refused = refuse(url, calls++);
      if (refused instanceof Error) throw refused;
      if (refused) return refused;
      expect(new Headers(init.headers).get("authorization")).toBe("Bearer of-an-owner");
      const { signal: _signal, redirect: _redirect, ...rest } = init;
      const answer = await handleRestApi(new Request(url, rest), desk.deployment.ctx(actor));
      await desk.deployment.settled();
      return answer;
    },
  };
}

test("a document goes in parts, is previewed, and its URL is said; lost and refused calls are repeated", async () => {
  const machine = machineOf((_, call) => {
    if (call === 2) return new TypeError("fetch failed");
    return call === 4 ? new Response("{}", { status: 429, headers: { "retry-after": "2" } }) : null;
  });
  const preview = await sendDocument(document, target, machine, machine.say);
  expect(preview).toMatch(/^http:\/\/localhost:8787\/manage\/acme\/imports\/[0-9a-z]{26}$/);
  const said = machine.lines.join("\n");
  expect(said).toMatch(/Sent 3 of 3 parts\./);
  expect(said).toMatch(/Nothing was changed yet:\n {2}component: make 2\n {2}incident: make 600/);
});

test("an import that is not finished is named with its URL", async () => {
  const machine = machineOf();
  await expect(sendDocument(document, target, machine, machine.say)).rejects.toThrow(
    /not finished.*http:\/\/localhost:8787\/manage\/acme\/imports$/,
  );
});

test.each([
  [401, /does not know the API token/],
  [403, /needs one of an owner/],
  [404, /no page acme/],
  [500, /answered 500/],
])("%i says what to do", async (status, message) => {
  const machine = machineOf(() => new Response("<html>", { status }));
  const sent = sendDocument(document, target, machine, machine.say);
  await expect(sent).rejects.toThrow(ImportToolError);
  await expect(sent).rejects.toThrow(message);
});

test("a deployment that stays away is named, and a document that it refuses is too", async () => {
  const away = machineOf(() => new TypeError("fetch failed"));
  await expect(sendDocument(document, target, away, away.say)).rejects.toThrow(/cannot be reached \(fetch failed\)/);
  const failed = { id: "x", subdomain: "acme", state: "failed", refusal: { message: "A line is wrong." } };
  const refusing = machineOf(() => Response.json(failed));
  await expect(sendDocument(document, target, refusing, refusing.say)).rejects.toThrow(/^A line is wrong\.$/);
});
