import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { Miniflare } from "miniflare";
import { openSocket } from "./database-socket";

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

/** Modules that run in workerd: the database code of our own cells, and the code that answers for it. */
const modules = [
  { type: "ESModule", path: "database-object.js", contents: textOf("./database-object.mjs") },
  {
    type: "ESModule",
    path: "cell-database.js",
    contents: stripTypeScriptTypes(textOf("../../app/platform/cells/cell-database.ts"), { mode: "transform" }),
  },
] as const;

class Prepared {
  constructor(
    private readonly send: (statements: Prepared[]) => Promise<D1Result[]>,
    readonly sql: string,
    readonly params: unknown[] = [],
  ) {}
  bind(...params: unknown[]): Prepared {
    return new Prepared(this.send, this.sql, params);
  }
  async all(): Promise<D1Result> {
    return (await this.send([this]))[0] as D1Result;
  }
  run(): Promise<D1Result> {
    return this.all();
  }
  async first(): Promise<unknown> {
    return (await this.all()).results[0] ?? null;
  }
}

type Send = (statements: D1PreparedStatement[]) => Promise<D1Result[]>;

/** Returns a binding whose calls all go this way. */
export function bindingOver(send: Send): D1Database {
  const batch = send as unknown as (statements: Prepared[]) => Promise<D1Result[]>;
  return { batch, prepare: (sql: string) => new Prepared(batch, sql) } as unknown as D1Database;
}

interface Answer {
  number: number;
  results?: D1Result[];
  error?: string;
}

interface Waiting {
  resolve(results: D1Result[]): void;
  reject(error: Error): void;
}

interface Connection {
  send: Send;
  /** Ends the object at once, with all its unanswered calls; the next connection creates it again. */
  kill(): void;
  close(): void;
}

/** Sends every batch as a message over the database's connection, and awaits the answer with its number. */
async function connect(url: URL): Promise<Connection> {
  const socket = await openSocket(url);
  const waiting = new Map<number, Waiting>();
  let number = 0;
  socket.addEventListener("message", ({ data }) => {
    const { number, results, error } = JSON.parse(String(data)) as Answer;
    const sender = waiting.get(number);
    waiting.delete(number);
    if (results) sender?.resolve(results);
    else sender?.reject(new Error(error));
  });
  socket.addEventListener("close", ({ code, reason }) => {
    for (const { reject } of waiting.values()) reject(new Error(`The database's connection ended: ${code} ${reason}`));
    waiting.clear();
  });
  const send: Send = (given) =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) return reject(new Error("The database's connection is closed."));
      number += 1;
      waiting.set(number, { resolve, reject });
      const statements = (given as unknown as Prepared[]).map(({ sql, params }) => ({ sql, params }));
      socket.send(JSON.stringify({ number, statements }));
    });
  return { send, kill: () => socket.send(JSON.stringify({ abort: true })), close: () => socket.close() };
}

/** Does the same with the runtime's own binding: one connection per database, each message a batch. */
const byD1 = `
export default {
  fetch(request, env) {
    const database = env["DB" + new URL(request.url).pathname.slice(1)];
    const [here, there] = Object.values(new WebSocketPair());
    here.accept();
    here.addEventListener("message", async ({ data }) => {
      const { number, statements } = JSON.parse(data);
      const prepared = statements.map(({ sql, params }) => database.prepare(sql).bind(...params));
      const answer = await database.batch(prepared).then((results) => ({ results }), (error) => ({ error: error.message }));
      here.send(JSON.stringify({ number, ...answer }));
    });
    return new Response(null, { status: 101, webSocket: there });
  },
};`;

const place = { host: "127.0.0.1", port: 0 };
/** Allows batches longer than the megabyte to which a message is limited by default. */
const compatibilityFlags = ["increase_websocket_message_size"];
const durableObjects = { DATABASES: { className: "Database", useSQLite: true } };

/** Databases of one workerd, which all end when it is closed. */
interface Databases {
  databases: D1Database[];
  /** Ends the object of a database; calls are then refused until it is reached again. */
  kill(index: number): void;
  reach(index: number): Promise<D1Database>;
  close(): Promise<void>;
}

/**
 * Starts databases like D1's, a Durable Object with SQLite each, as in a cell, and reached directly: by D1's own
 * binding a batch passes four workers and takes four times the work (`tests/laws/database-as-d1.test.ts` checks that
 * both give the same answers). `npm test -- --d1` uses D1 itself.
 */
export async function startDatabases(count: number): Promise<Databases> {
  const d1Databases = Array.from({ length: count }, (_, index) => `DB${index}`);
  const ofCells = { modules: [...modules], durableObjects };
  const how = process.env.UPFRONT_TESTS_BY_D1 === "1" ? { modules: true, script: byD1, d1Databases } : ofCells;
  const options = { name: "d1", ...how, compatibilityFlags, ...place };
  const miniflare = new Miniflare({ ...options, cf: false as const, unsafeDirectSockets: [place] });
  await miniflare.ready;
  const url = await miniflare.unsafeGetDirectURL("d1");
  const connections = await Promise.all(
    Array.from({ length: count }, (_, index) => connect(new URL(`/${index}`, url))),
  );
  return {
    databases: connections.map(({ send }) => bindingOver(send)),
    kill: (index) => connections[index]?.kill(),
    async reach(index) {
      connections[index] = await connect(new URL(`/${index}`, url));
      return bindingOver(connections[index].send);
    },
    async close() {
      for (const { close } of connections) close();
      await miniflare.dispose();
    },
  };
}

/** Starts one database in its own workerd. */
export async function startDatabase(): Promise<{ database: D1Database; close(): Promise<void> }> {
  const { databases, close } = await startDatabases(1);
  return { database: databases[0] as D1Database, close };
}
