import { Miniflare } from "miniflare";
import { ensureBuild, workerBuildFolder, workerFiles } from "../../server/build.ts";
import { readMiniflareOptions } from "../../server/saved-options.ts";
import type { TestDeployment } from "./database";

/** The database binding in workerd: each batch is a request to the test, which passes it to its own database. */
const databaseBinding = `
class Statement {
  constructor(database, sql, params = []) { Object.assign(this, { database, sql, params }); }
  bind(...params) { return new Statement(this.database, this.sql, params); }
  async all() { return (await this.database.batch([this]))[0]; }
  run() { return this.all(); }
  async first() { return (await this.all()).results[0] ?? null; }
}
export default ({ ASKED }) => ({
  prepare(sql) { return new Statement(this, sql); },
  async batch(statements) {
    const body = JSON.stringify(statements.map(({ sql, params }) => ({ sql, params })));
    const answer = await (await ASKED.fetch("http://database/", { method: "POST", body })).json();
    if (answer.error) throw new Error(answer.error);
    return answer.results;
  },
});`;

/**
 * State of the database: it answers; it neither executes nor answers until it is back; or it executes, but does not
 * answer until then.
 */
export type DatabaseState = "here" | "stalled" | "silent";

export interface BuiltOnCloudflare {
  database: DatabaseState;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  tick(): Promise<void>;
  stop(): Promise<void>;
}

interface Asked {
  sql: string;
  params: unknown[];
}

/**
 * Runs the built worker as Cloudflare does, on the free plan and with its Durable Objects, over a test deployment's
 * database that can stall. `withObjects` false = no Durable Objects are bound.
 */
export async function startOnCloudflare(
  deployment: TestDeployment,
  { withObjects = true, settings = {} as Record<string, string> } = {},
): Promise<BuiltOnCloudflare> {
  await ensureBuild();
  const { d1Databases: _, durableObjects, ...configured } = await readMiniflareOptions();
  const { DB } = deployment.bindings;
  const waiting: (() => void)[] = [];
  let database: DatabaseState = "here";
  const back = () => new Promise<void>((resume) => waiting.push(resume));
  const ask = async (statements: Asked[]) => {
    if (database === "stalled") {
      await back();
      throw new Error("D1_ERROR: Network connection lost.");
    }
    const results = await DB.batch(statements.map(({ sql, params }) => DB.prepare(sql).bind(...params)));
    if (database === "silent") await back();
    return { results };
  };
  const answer = async (request: Request) =>
    Response.json(await ask((await request.json()) as Asked[]).catch((error: Error) => ({ error: error.message })));
  const miniflare = new Miniflare({
    cf: false,
    port: 0,
    workers: [
      {
        ...configured,
        name: "upfront",
        modules: workerFiles().map((path) => ({ type: "ESModule" as const, path })),
        modulesRoot: workerBuildFolder,
        bindings: {
          UPFRONT_URL: "http://localhost:8787",
          UPFRONT_SECRET: deployment.bindings.UPFRONT_SECRET ?? "",
          UPFRONT_PLAN: "free",
          ...settings,
        },
        ...(withObjects ? { durableObjects } : {}),
        wrappedBindings: { DB: { scriptName: "database" } },
      },
      { name: "database", modules: true, script: databaseBinding, serviceBindings: { ASKED: answer } },
    ],
  } as unknown as ConstructorParameters<typeof Miniflare>[0]);
  await miniflare.ready;
  const worker = await miniflare.getWorker("upfront");
  return {
    get database() {
      return database;
    },
    set database(next: DatabaseState) {
      database = next;
      if (next === "here") for (const resume of waiting.splice(0)) resume();
    },
    fetch: async (path, init) => (await worker.fetch(`http://localhost:8787${path}`, init as never)) as never,
    async tick() {
      await worker.scheduled({ scheduledTime: new Date(), cron: "* * * * *" });
    },
    async stop() {
      for (const resume of waiting.splice(0)) resume();
      await miniflare.dispose();
    },
  };
}
