import { resetIsolate } from "~/platform/isolate";
import type { TestDeployment } from "./database";
import { remembering } from "./observed-database";
import { bindingOver } from "./remote-database";
import { keepState } from "./restored";

export interface KeptWorld {
  /** Restores all rows and the clock as they were kept, for an isolate with an empty memory. */
  restore(): Promise<void>;
  /** Ends this; the deployment continues with its present rows. */
  end(): Promise<void>;
}

const sqlOf = (statement: D1PreparedStatement) => (statement as unknown as { sql: string }).sql;

/** Keeps a deployment's state, to restart from it repeatedly; much cheaper than arranging it again. */
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
      // An isolate's memory is keyed by its bindings.
      deployment.bindings = { ...bindings, DB: database };
      resetIsolate();
    },
    async end() {
      await deployment.settled();
      await state.drop();
      deployment.bindings = bindings;
    },
  };
}
