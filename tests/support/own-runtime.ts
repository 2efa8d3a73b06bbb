import { startRuntime, type WorkerRuntime } from "../../server/runtime.ts";
import type { FolderState } from "../../server/state/state.ts";
import type { RuntimeOptions } from "../../server/worker-options.ts";
import { inTurn } from "./in-turn";

/**
 * Starts a runtime within the test's own process and keeps that process's temporary folder, because other programs
 * outlive the runtime.
 */
export const startOwnRuntime = (options: RuntimeOptions, state: FolderState): Promise<WorkerRuntime> =>
  inTurn(async () => {
    const { TMPDIR } = process.env;
    try {
      return await startRuntime(options, state);
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
  });
