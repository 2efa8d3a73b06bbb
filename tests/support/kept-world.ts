import { forgetIsolate } from "~/platform/isolate";
import type { TestDeployment } from "./database";
import { observed } from "./observed-database";
import { keepState } from "./restored";

export interface KeptWorld {
  /** All rows and the clock as they were kept, for an isolate that remembers nothing. */
  restore(): Promise<void>;
  /** The deployment goes on with what is there. */
  end(): Promise<void>;
}

/** A deployment as it is now, to begin from again and again: a fraction of arranging it again. */
export async function keepWorld(deployment: TestDeployment): Promise<KeptWorld> {
  await deployment.settled();
  const { bindings } = deployment;
  const { now } = deployment.clock;
  const state = await keepState(bindings.DB);
  const touched = new Set<string>();
  const { database } = observed(bindings.DB, {
    known: new Set(state.names),
    async before({ writes }) {
      for (const name of writes) touched.add(name);
    },
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
