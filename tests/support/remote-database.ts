import { Miniflare } from "miniflare";

/** Runs in workerd beside the real D1: a message is a batch, and its answer carries the number that it came with. */
const script = `async function run(statements, database) {
  try {
    return { results: await database.batch(statements.map(({ sql, params }) => database.prepare(sql).bind(...params))) };
  } catch (error) {
    return { error: error.message };
  }
}
export default {
  async fetch(request, env) {
    const [here, there] = Object.values(new WebSocketPair());
    here.accept();
    here.addEventListener("message", async ({ data }) => {
      const { number, name, statements } = JSON.parse(data);
      here.send(JSON.stringify({ number, ...(await run(statements, env[name])) }));
    });
    return new Response(null, { status: 101, webSocket: there });
  },
};`;

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

/** A binding of which all calls go this way. */
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

function opened(url: URL): Promise<WebSocket> {
  const socket = new WebSocket(Object.assign(new URL(url), { protocol: "ws:" }));
  return new Promise((resolve, reject) => {
    socket.addEventListener("open", () => resolve(socket));
    socket.addEventListener("error", () => reject(new Error("The database's process takes no connection.")));
  });
}

/** Every batch goes as a message over one connection, and waits for the answer with its number. */
async function connect(url: URL): Promise<{ sendTo(name: string): Send; close(): void }> {
  const socket = await opened(url);
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
  const sendTo =
    (name: string): Send =>
    (given) =>
      new Promise((resolve, reject) => {
        if (socket.readyState !== WebSocket.OPEN) return reject(new Error("The database's connection is closed."));
        number += 1;
        waiting.set(number, { resolve, reject });
        const statements = (given as unknown as Prepared[]).map(({ sql, params }) => ({ sql, params }));
        socket.send(JSON.stringify({ number, name, statements }));
      });
  return { sendTo, close: () => socket.close() };
}

const place = { host: "127.0.0.1", port: 0 };
/** A batch may be longer than the megabyte that a message is held to without. */
const compatibilityFlags = ["increase_websocket_message_size"];

/** Databases of one workerd, which all go when it is closed. */
interface Databases {
  databases: D1Database[];
  close(): Promise<void>;
}

/**
 * The real D1 of a workerd, reached by one message a batch: the runtime's own proxy takes a request for every prepare and
 * bind, and a request a batch costs a quarter more than a message. A further database takes a twentieth of a start's work.
 */
export async function startDatabases(count: number): Promise<Databases> {
  const names = Array.from({ length: count }, (_, index) => `DB${index}`);
  const options = { name: "d1", modules: true, script, compatibilityFlags, d1Databases: names, ...place };
  const miniflare = new Miniflare({ ...options, cf: false as const, unsafeDirectSockets: [place] });
  await miniflare.ready;
  const { sendTo, close } = await connect(await miniflare.unsafeGetDirectURL("d1"));
  return {
    databases: names.map((name) => bindingOver(sendTo(name))),
    async close() {
      close();
      await miniflare.dispose();
    },
  };
}

/** One, in a workerd of its own. */
export async function startDatabase(): Promise<{ database: D1Database; close(): Promise<void> }> {
  const { databases, close } = await startDatabases(1);
  return { database: databases[0] as D1Database, close };
}
