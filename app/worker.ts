import type { ServerBuild } from "@remix-run/cloudflare";
import type { Call } from "./http/call";
import { answer } from "./http/door";
import { makePeople } from "./http/people";
import { readerOf } from "./http/reader";
import { check } from "./jobs/checker";
import { tick } from "./jobs/tick";
import { wake } from "./jobs/wake";
import { programOf, programOfAnyHost } from "./machines/app";
import { makeCtx, type Surroundings } from "./platform/ctx";
import type { Bindings } from "./platform/env";
import { fromMemory } from "./routes/public/memory";

export interface Worker {
  fetch(request: Request, env: Bindings, around: Surroundings): Promise<Response>;
  scheduled(scheduledTime: number, env: Bindings, around: Surroundings): Promise<void>;
  /** A message that wakes the sender. */
  queue(env: Bindings, around: Surroundings): Promise<void>;
  /** What a Durable Object is asked by ourselves: checks in an invocation of their own. */
  check(request: Request, env: Bindings, around: Surroundings): Promise<Response>;
}

const printed = ({ request, ctx, url, hostPage }: Call): Response | null =>
  fromMemory(request, { ctx, pathname: url.pathname, hostPage, reader: readerOf(request, ctx.config.origin) });

/** The whole deployment around Remix's server build: the same in workerd and in tests. */
export function makeWorker(build: ServerBuild): Worker {
  const rooms = { programOf, programOfAnyHost, printed, people: makePeople(build) };
  return {
    fetch: (request, env, around) => answer(request, env, around, rooms),
    scheduled: (scheduledTime, env, around) => tick(makeCtx(env, around), scheduledTime),
    queue: (env, around) => wake(makeCtx(env, around)),
    check: (request, env, around) => check(makeCtx(env, around), request),
  };
}
