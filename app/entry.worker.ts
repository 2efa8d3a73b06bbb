import * as build from "virtual:remix/server-build";
import type { Bindings } from "./platform/env";
import { makeWorker } from "./worker";

const worker = makeWorker(build);

const deferringTo = (execution: ExecutionContext) => ({
  defer: (work: Promise<unknown>) => execution.waitUntil(work),
});

/** A deployment without its settings says so in its log, and answers nothing. */
export default {
  fetch: (request, env, execution) => worker.fetch(request as unknown as Request, env, deferringTo(execution)),
  scheduled: (controller, env, execution) => worker.scheduled(controller.scheduledTime, env, deferringTo(execution)),
  queue: (_, env, execution) => worker.queue(env, deferringTo(execution)),
} satisfies ExportedHandler<Bindings>;
