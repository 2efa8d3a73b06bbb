import { DurableObject } from "cloudflare:workers";
import { executeCellBatch } from "./cell-database.js";

/** A database like D1: SQLite of a Durable Object, as a cell has it. Each message is a batch, with its number. */
export class Database extends DurableObject {
  #answer({ number, statements, abort }) {
    if (abort) this.ctx.abort("killed by a test");
    try {
      return { number, results: executeCellBatch(this.ctx.storage, statements) };
    } catch (error) {
      return { number, error: error.message };
    }
  }

  fetch() {
    const [here, there] = Object.values(new WebSocketPair());
    here.accept();
    here.addEventListener("message", ({ data }) => here.send(JSON.stringify(this.#answer(JSON.parse(data)))));
    return new Response(null, { status: 101, webSocket: there });
  }
}

/** Selects the database by the path. */
export default {
  fetch: (request, { DATABASES }) => DATABASES.get(DATABASES.idFromName(new URL(request.url).pathname)).fetch(request),
};
