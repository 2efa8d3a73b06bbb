import { type Runtime, startRuntime } from "../../server/runtime.ts";
import type { State } from "../../server/state/state.ts";
import type { RuntimeOptions } from "../../server/worker-options.ts";
import { inTurn } from "./in-turn";

/** A runtime within the test's own process, which keeps its own temporary folder: what else begins here outlives it. */
export const startOwnRuntime = (options: RuntimeOptions, state: State): Promise<Runtime> =>
  inTurn(async () => {
    const { TMPDIR } = process.env;
    try {
      return await startRuntime(options, state);
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
  });
