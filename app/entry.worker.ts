import * as build from "virtual:remix/server-build";
import { answer } from "./http/door";
import { makePeople } from "./http/people";
import { tick } from "./jobs/tick";
import { makeCtx } from "./platform/ctx";
import type { Bindings } from "./platform/env";

const people = makePeople(build);

const deferTo = (execution: ExecutionContext) => ({
  defer: (work: Promise<unknown>) => execution.waitUntil(work),
});

/** Bindings become ctx once; a deployment without its settings says so in its log and answers nothing else. */
export default {
  fetch: (request, env, execution) => answer(request as unknown as Request, env, deferTo(execution), people),
  scheduled: (controller, env, execution) => tick(makeCtx(env, deferTo(execution)), controller.scheduledTime),
} satisfies ExportedHandler<Bindings>;
