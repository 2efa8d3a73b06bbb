import { DurableObject } from "cloudflare:workers";

const asBytes = (value) => (value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value);
const asParam = (value) => (typeof value === "boolean" ? Number(value) : value);

/** Of the connection, since it began. */
const changesIn = (sql) => sql.exec("SELECT total_changes()").raw().next().value[0];

/** A statement, and what D1 says about it; `before` is what `total_changes()` was. */
function execute(sql, { sql: text, params }, before) {
  const cursor = sql.exec(text, ...params.map(asParam));
  const columns = cursor.columnNames;
  const results = [];
  for (const row of cursor.raw()) {
    const named = {};
    for (let at = 0; at < columns.length; at++) named[columns[at]] = asBytes(row[at]);
    results.push(named);
  }
  const changes = changesIn(sql);
  return {
    changes,
    result: {
      success: true,
      results,
      meta: {
        duration: 0,
        changes: changes - before,
        rows_read: cursor.rowsRead,
        rows_written: cursor.rowsWritten,
      },
    },
  };
}

/** A database as D1 is one: SQLite of a Durable Object, a batch a transaction. Each message is a batch, with its number. */
export class Database extends DurableObject {
  #batch(statements) {
    const { sql } = this.ctx.storage;
    let changes = changesIn(sql);
    const results = statements.map((statement) => {
      const done = execute(sql, statement, changes);
      changes = done.changes;
      return done.result;
    });
    const { databaseSize } = sql;
    for (const { meta } of results) meta.size_after = databaseSize;
    return results;
  }

  #answer({ number, statements }) {
    try {
      return { number, results: this.ctx.storage.transactionSync(() => this.#batch(statements)) };
    } catch (error) {
      return { number, error: `D1_ERROR: ${error.message}` };
    }
  }

  fetch() {
    const [here, there] = Object.values(new WebSocketPair());
    here.accept();
    here.addEventListener("message", ({ data }) => here.send(JSON.stringify(this.#answer(JSON.parse(data)))));
    return new Response(null, { status: 101, webSocket: there });
  }
}

/** Which database, says the path. */
export default {
  fetch: (request, { DATABASES }) => DATABASES.get(DATABASES.idFromName(new URL(request.url).pathname)).fetch(request),
};
