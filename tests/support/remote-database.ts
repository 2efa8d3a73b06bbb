import { Miniflare } from "miniflare";

/** Runs in workerd beside the real D1: one batch a request. */
const script = `export default {
  async fetch(request, env) {
    const statements = await request.json();
    try {
      const prepared = statements.map(({ sql, params }) => env.DB.prepare(sql).bind(...params));
      return Response.json(await env.DB.batch(prepared));
    } catch (error) {
      return new Response(error.message, { status: 500 });
    }
  },
};`;

class Prepared {
  constructor(
    private readonly run: (statements: Prepared[]) => Promise<D1Result[]>,
    readonly sql: string,
    readonly params: unknown[] = [],
  ) {}
  bind(...params: unknown[]): Prepared {
    return new Prepared(this.run, this.sql, params);
  }
  async all(): Promise<D1Result> {
    return (await this.run([this]))[0] as D1Result;
  }
}

/** The real D1 of a workerd, reached by one hop a batch: the runtime's own proxy takes one for every prepare and bind. */
export async function startDatabase(): Promise<{ database: D1Database; close(): Promise<void> }> {
  const miniflare = new Miniflare({ modules: true, script, d1Databases: ["DB"] });
  await miniflare.ready;
  const batch = async (statements: Prepared[]): Promise<D1Result[]> => {
    const body = JSON.stringify(statements.map(({ sql, params }) => ({ sql, params })));
    const response = await miniflare.dispatchFetch("http://d1/", { method: "POST", body });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as D1Result[];
  };
  const database = { batch, prepare: (sql: string) => new Prepared(batch, sql) } as unknown as D1Database;
  return { database, close: () => miniflare.dispose() };
}
