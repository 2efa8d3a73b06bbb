import type { Actor } from "~/access/actor";
import { type Ctx, type CtxOptions, ctxAsActor, makeCtx } from "~/platform/ctx";
import type { Bindings } from "~/platform/env";
import { ownAssets } from "./assets";
import { takeDatabase } from "./emptied-database";

export const noon = Date.UTC(2026, 10, 20, 12, 0, 0);

/** A database binding in place of the real one (tests/support/faults), and the deadline of a call to it in ms. */
export interface Binding {
  database: D1Database;
  deadline?: number;
}

/** A real D1 in workerd with the real migrations, and a clock that the test moves. */
export interface TestDeployment {
  bindings: Bindings;
  clock: { now: number };
  /** Outgoing calls; none are made until a test sets them (tests/support/outbound). */
  way: { outbound: CtxOptions["outbound"] };
  /** Waits for all work deferred past the answer. */
  settled(): Promise<void>;
  ctx(actor?: Actor, binding?: Binding): Ctx;
  close(): Promise<void>;
}

export async function openDeployment(settings: Partial<Bindings> = {}): Promise<TestDeployment> {
  const { database: DB, close } = await takeDatabase();
  const bindings: Bindings = {
    DB,
    ASSETS: ownAssets,
    UPFRONT_URL: "http://localhost:8787",
    UPFRONT_SECRET: "a secret that only the tests know, 32+",
    ...settings,
  };
  const clock = { now: noon };
  const deferred = new Set<Promise<unknown>>();
  const defer = (work: Promise<unknown>) => {
    const tracked = work.finally(() => deferred.delete(tracked));
    tracked.catch(() => undefined);
    deferred.add(tracked);
  };
  const way: TestDeployment["way"] = { outbound: undefined };
  const around = () => ({
    now: () => clock.now,
    sleep: async () => undefined,
    defer,
    ...(way.outbound ? { outbound: way.outbound } : {}),
  });
  const make = (binding?: Binding) =>
    binding
      ? makeCtx({ ...deployment.bindings, DB: binding.database }, { ...around(), deadline: binding.deadline ?? 5000 })
      : makeCtx(deployment.bindings, around());
  /** Persons of tests have just signed in, unless the test says otherwise. */
  const justSignedIn = (actor: Actor): Actor => (actor.kind === "person" ? { provenAt: clock.now, ...actor } : actor);
  const deployment: TestDeployment = {
    bindings,
    clock,
    way,
    async settled() {
      while (deferred.size > 0) await Promise.allSettled([...deferred]);
    },
    ctx: (actor, binding) => (actor ? ctxAsActor(make(binding), justSignedIn(actor)) : make(binding)),
    close,
  };
  return deployment;
}
