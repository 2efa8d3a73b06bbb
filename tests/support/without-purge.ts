import { runBatch } from "~/db/run-batch";
import type { TestDeployment } from "./database";

/** The purge has spent what it may today: it has faults of its own, and comes and goes with the hour. */
export const withoutPurge = (deployment: TestDeployment) =>
  runBatch(deployment.ctx(), [
    {
      sql: "UPDATE deployment SET purge_cursor = json_object('day', ?1, 'written', 1000000)",
      params: [Math.floor(deployment.clock.now / 86_400_000)],
    },
  ]);
