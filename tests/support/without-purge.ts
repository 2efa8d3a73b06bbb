import { runBatch } from "~/db/run-batch";
import type { TestDeployment } from "./database";

/** Uses up the purge's limit of today, because it has fault tests of its own, and runs depending on the hour. */
export const withoutPurge = (deployment: TestDeployment) =>
  runBatch(deployment.ctx(), [
    {
      sql: "UPDATE deployment SET purge_cursor = json_object('day', ?1, 'written', 1000000)",
      params: [Math.floor(deployment.clock.now / 86_400_000)],
    },
  ]);
