import { forgetIsolate } from "~/platform/isolate";
import type { TestDeployment } from "./database";
import { remembering } from "./observed-database";
import { bindingOver } from "./remote-database";
import { keepState } from "./restored";

export interface KeptWorld {
  /** All rows and the clock as they were kept, for an isolate that remembers nothing. */
  restore(): Promise<void>;
  /** The deployment goes on with what is there. */
  end(): Promise<void>;
}

const sqlOf = (statement: D1PreparedStatement) => (statement as unknown as { sql: string }).sql;

/** A deployment as it is now, to begin from again and again: a fraction of arranging it again. */
export async function keepWorld(deployment: TestDeployment): Promise<KeptWorld> {
  await deployment.settled();
  const { bindings } = deployment;
  const { now } = deployment.clock;
  const state = await keepState(bindings.DB);
  const touched = new Set<string>();
  const tablesOf = remembering(new Set(state.names));
  const database = bindingOver((statements) => {
    for (const each of statements) for (const name of tablesOf(sqlOf(each)).writes) touched.add(name);
    return bindings.DB.batch(statements);
  });
  return {
    async restore() {
      await deployment.settled();
      await state.restore(touched);
      touched.clear();
      deployment.clock.now = now;
      // What isolates keep they keep by their bindings.
      deployment.bindings = { ...bindings, DB: database };
      forgetIsolate();
    },
    async end() {
      await deployment.settled();
      await state.drop();
      deployment.bindings = bindings;
    },
  };
}
