import { connect } from "cloudflare:sockets";
import { callByFetch } from "./http/call-once";
import { callWithDemo } from "./http/demo-call";
import { makeOutbound } from "./http/safe-fetch";
import { callByService } from "./http/served-call";
import { makeAddressLookup, workerSocketConnector } from "./http/worker-sockets";
import type { StandbyStore } from "./monitors/engine/standby";
import type { StandbyState } from "./monitors/rules/standby";
import type { Bindings } from "./platform/env";
import { publicRoutes } from "./public-routes";
import { type InboxObject, makeUpfrontWorker } from "./worker";

const worker = makeUpfrontWorker(publicRoutes, () => import("virtual:remix/server-build"));

const callBy = (service: Fetcher | undefined) => (service ? callByService(service) : callByFetch);

const outboundOf = ({ NAMES, DEMO, CALLS, VISITOR_CALLS }: Bindings) =>
  makeOutbound({
    connect: workerSocketConnector(connect),
    addressesOf: NAMES && makeAddressLookup(NAMES),
    call: DEMO ? callWithDemo(DEMO, callBy(CALLS)) : callBy(CALLS),
    callForVisitors: callBy(VISITOR_CALLS),
  });

const deferringTo = (execution: ExecutionContext, env: Bindings) => ({
  outbound: outboundOf(env),
  defer: (work: Promise<unknown>) => execution.waitUntil(work),
});

/**
 * A region and an invocation of its own for checks. It stores its last orders, for use while the database is
 * unavailable.
 */
export class Checker {
  private readonly around: Pick<ReturnType<typeof deferringTo>, "outbound" | "defer">;

  constructor(
    private readonly state: DurableObjectState,
    private readonly env: Bindings,
  ) {
    this.around = { outbound: outboundOf(env), defer: (work) => state.waitUntil(work) };
  }

  private readonly store: StandbyStore = {
    read: async () => (await this.state.storage.get<StandbyState>("standby")) ?? null,
    update: (change) =>
      this.state.storage.transaction(async (storage) => {
        const now = (await storage.get<StandbyState>("standby")) ?? null;
        const next = change(now);
        if (next === null) await storage.delete("standby");
        else if (next !== now) await storage.put("standby", next);
        return next;
      }),
    ringAt: (at) => this.state.storage.setAlarm(at),
    calls: 0,
  };

  fetch(request: Request): Promise<Response> {
    const answer = worker.check(request, this.env, this.around, this.store);
    // The caller may give up: the work is completed all the same.
    this.around.defer(answer.catch(() => undefined));
    return answer;
  }

  alarm(): Promise<void> {
    return worker.standBy(this.env, this.around, this.store);
  }
}

/** Stores what machines send while the database is unavailable (app/inbox). */
export class Inbox {
  private readonly opened: Promise<InboxObject>;

  constructor(state: DurableObjectState, env: Bindings) {
    const defer = (work: Promise<unknown>) => state.waitUntil(work);
    const open = () => worker.inbox(state, env, { outbound: outboundOf(env), defer });
    this.opened = state.blockConcurrencyWhile(open);
    this.opened.catch(() => undefined);
  }

  async fetch(request: Request): Promise<Response> {
    return (await this.opened).fetch(request);
  }

  async alarm(): Promise<void> {
    await (await this.opened).alarm();
  }
}

/** A deployment without its settings logs that, and answers nothing. */
export default {
  fetch: (request, env, execution) => worker.fetch(request as unknown as Request, env, deferringTo(execution, env)),
  scheduled: (controller, env, execution) =>
    worker.scheduled(controller.scheduledTime, env, deferringTo(execution, env)),
  email: (message, env, execution) => worker.email(message, env, deferringTo(execution, env)),
  queue: (_, env, execution) => worker.queue(env, deferringTo(execution, env)),
} satisfies ExportedHandler<Bindings>;
