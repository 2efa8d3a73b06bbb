import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { callByFetch } from "~/http/call-once";
import { makeOutbound } from "~/http/safe-fetch";
import type { OriginAnswer, OriginRequest } from "~/importers/contract/origin";
import { openImportPart } from "~/importers/engine/document-parts";
import { runImportPlanStep } from "~/importers/engine/plan-step";
import { runImportReadStep } from "~/importers/engine/read-step";
import { type ImportJobRow, importJobByIdQuery } from "~/importers/queries/import-job";
import type { ImportPartRow } from "~/importers/queries/import-part";
import type { Ctx, CtxOptions } from "~/platform/ctx";
import { noOutbound } from "~/platform/outbound";
import type { Desk } from "./desk";

/** A simulated product on a port of this machine. */
export interface OriginServer {
  /** Outgoing calls, of which each goes to this server, whatever its host. */
  outbound: NonNullable<CtxOptions["outbound"]>;
  requests: (OriginRequest & { host: string })[];
  close(): void;
}

/** Serves a simulated product over HTTP; its answers are those of the reader’s own tests. */
export async function serveOrigin(answerTo: (request: OriginRequest) => OriginAnswer): Promise<OriginServer> {
  const requests: OriginServer["requests"] = [];
  const server = createServer((request, response) => {
    const { host = "", ...headers } = request.headers as Record<string, string>;
    const called = headers["called-url"] ?? "";
    const asked: OriginRequest = { method: request.method as "GET", url: called, headers };
    requests.push({ ...asked, host: new URL(called || `http://${host}`).host });
    const answer = answerTo(asked);
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(answer.text);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const outbound = makeOutbound({
    connect: () => Promise.reject(new Error("no connections")),
    upgrade: () => Promise.reject(new Error("no upgrades")),
    call: ({ url, headers, ...asked }) =>
      callByFetch({
        ...asked,
        url: new URL(`${url.pathname}${url.search}`, local),
        headers: { ...headers, "called-url": url.href },
      }),
  });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { outbound: (around) => ({ ...noOutbound, fetch: outbound(around).fetch }), requests, close };
}

/** Returns a job as it is stored. */
export async function importJobOf({ deployment, pageId }: Desk, id: string): Promise<ImportJobRow> {
  const ctx = deployment.ctx({ kind: "machine", id: "import" });
  const [job] = await importJobByIdQuery(ctx, pageId, id);
  if (!job) throw new Error("no such import");
  return job;
}

/** Returns a fresh context of a machine; its pauses move the clock. */
export const importMachine = ({ deployment }: Desk): Ctx => ({
  ...deployment.ctx({ kind: "machine", id: "import" }),
  sleep: async (milliseconds) => {
    deployment.clock.now += milliseconds;
  },
});

/** Returns a context of the owner after whose answers no step is taken. */
export const importOwner = (desk: Desk): Ctx => ({ ...desk.owner(), answered: new Promise(() => undefined) });

/** Takes the next step of a job as another invocation would; returns false when it waits for a person, or is over. */
export async function takeImportStep(desk: Desk, id: string, ctx = importMachine(desk)): Promise<boolean> {
  const job = await importJobOf(desk, id);
  if (job.dueAt === null) return false;
  desk.deployment.clock.now = Math.max(desk.deployment.clock.now, job.dueAt);
  await (job.state === "reading" ? runImportReadStep(ctx, job) : runImportPlanStep(ctx, job));
  return true;
}

/** Takes steps until a job waits for a person, or is over. */
export async function runImportToPreview(desk: Desk, id: string): Promise<ImportJobRow> {
  for (let step = 0; step < 200; step++) if (!(await takeImportStep(desk, id))) return importJobOf(desk, id);
  throw new Error("the import does not end");
}

/** Returns the parts of a job, opened, in their order. */
export async function importPartsOf(
  desk: Desk,
  id: string,
): Promise<{ kind: string; number: number; value: unknown }[]> {
  const ctx = desk.deployment.ctx();
  const sql = "SELECT * FROM import_part WHERE import_job_id = ?1 ORDER BY kind, number";
  const { results } = await desk.deployment.bindings.DB.prepare(sql).bind(id).all<ImportPartRow>();
  return Promise.all(
    results.map(async (row) => ({ kind: row.kind, number: row.number, value: await openImportPart(ctx, row) })),
  );
}
