import { DrizzleD1Database, SQLiteD1Session } from "drizzle-orm/d1";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { Actor } from "~/access/actor";
import type { PageMembership } from "~/access/permission";
import { invocationLimitByPlan } from "~/plan/budgets";
import { databaseWithBookmarks, type MeteredDatabase, openDatabase, personDatabaseTimeoutMs } from "./database";
import { outboundWithEmail } from "./email-binding";
import { type Bindings, type Config, parseConfig } from "./env";
import { type DataFileReader, makeDataFileReader } from "./files";
import { newId, newToken, newUuid, randomFraction } from "./ids";
import { type Log, makeLog } from "./log";
import { type Meter, newMeter } from "./meter";
import { type AddressOwner, noOutbound, type Outbound, type OutboundFactory } from "./outbound";
import { sealOnlyWithOwnKey } from "./own-key";
import { makeSecrets, type Secrets } from "./secrets";

export type Database = DrizzleD1Database<Record<string, never>>;

/** The reader's language and zone: as chosen, else by browser and network; null = not known. */
export interface LanguageAndTimeZone {
  language: string | null;
  timeZone: string | null;
}

/** Work that runs concurrently in a request, to reduce its trips. */
export interface ConcurrentWork {
  /** A commit waits for these promises, and is not written if one of them fails. */
  commit: Promise<unknown>[];
  /** The answer waits for these. */
  answer: Promise<unknown>[];
}

/** The dependencies of a use case. Created once per invocation; tests pass their own clock and sleep. */
export interface Ctx {
  /** Typed reads; charged to the meter. Use it through db/read. */
  db: Database;
  /** Writes, as prepared statements in one batch; charged to the meter. Use it through commit/commit. */
  d1: MeteredDatabase;
  now(): number;
  id(): string;
  token(): string;
  uuid(): string;
  /** Returns a random number, 0 ≤ chance < 1, for jitter. */
  chance(): number;
  sleep(milliseconds: number): Promise<void>;
  secrets: Secrets;
  config: Config;
  log: Log;
  meter: Meter;
  /** Data files beside the worker; charged to the meter. */
  files: DataFileReader;
  /** The only way to call others: every call and connection is guarded and charged to the meter. */
  outbound: OutboundFactory;
  /** Runs work after the answer (waitUntil). Work that must not be lost needs a row as well. */
  defer(work: Promise<unknown>): void;
  actor: Actor;
  /**
   * Returns the bookmark that a replica must have reached, for `withSession`; null or absent = only the primary is read.
   * Only archives are read from replicas (decision 0018).
   */
  copyFrom?: () => Promise<string | null>;
  /** Absent = each caller waits for its own work. */
  waits?: ConcurrentWork;
  /** True when changes are shown and settled by the tick: a job makes many of them, and visitors wait for none. */
  showsLater?: true;
  /**
   * Resolves when the answer is made; absent = no client waits for one. Work that waits for it does not delay the
   * answer.
   */
  answered?: Promise<void>;
  /** Set once by the route's guard: the page of the request and the role on it. */
  member: PageMembership | null;
  /** Locale of the person who makes the request; null when no person does. */
  locale: LanguageAndTimeZone | null;
  requestId: string;
  bindings: Bindings;
}

/** Dependencies of outgoing calls. */
export interface OutboundContext {
  meter: Meter;
  config: Config;
  now: () => number;
  owner: AddressOwner;
}

export interface CtxOptions {
  now?: () => number;
  sleep?: (milliseconds: number) => Promise<void>;
  /** Maximum duration of one database call, in ms (spec §9). */
  deadline?: number;
  requestId?: string;
  /**
   * Creates outgoing calls to addresses of one owner, for one invocation (http/safe-fetch); absent = no calls are made.
   */
  outbound?: (around: OutboundContext) => Outbound;
  defer: (work: Promise<unknown>) => void;
}

const configs = new WeakMap<Bindings, { config: Config; secrets: Secrets }>();

function settings(env: Bindings) {
  const known = configs.get(env);
  if (known) return known;
  const config = parseConfig(env);
  const made = { config, secrets: makeSecrets(config.secret, config.oldSecret) };
  configs.set(env, made);
  return made;
}

/**
 * Created once, because `drizzle()` would work out the spelling of columns for every request, a tenth of a page's CPU.
 */
const dialect = new SQLiteAsyncDialect({ casing: "snake_case" });

const typed = (d1: D1Database): Database =>
  new DrizzleD1Database("async", dialect, new SQLiteD1Session(d1, dialect, undefined), undefined);

const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

export function makeCtx(env: Bindings, around: CtxOptions): Ctx {
  const now = around.now ?? Date.now;
  const known = settings(env);
  const meter = newMeter(invocationLimitByPlan[known.config.plan]);
  const d1 = openDatabase(env.DB, meter, around.deadline ?? 5000);
  const requestId = around.requestId ?? newId(now());
  const log = makeLog(requestId, now);
  return {
    config: known.config,
    secrets: sealOnlyWithOwnKey({ bindings: env, secrets: known.secrets, d1 }),
    db: typed(d1),
    d1,
    now,
    id: () => newId(now()),
    token: newToken,
    uuid: newUuid,
    chance: randomFraction,
    sleep: around.sleep ?? wait,
    log,
    meter,
    files: makeDataFileReader({ bindings: env, meter, log, now }),
    outbound: (owner) =>
      outboundWithEmail(around.outbound?.({ meter, config: known.config, now, owner }) ?? noOutbound, env.EMAIL, meter),
    defer: around.defer,
    actor: { kind: "visitor" },
    member: null,
    locale: null,
    requestId,
    bindings: env,
  };
}

/** Returns the same context with this database. */
export const ctxWithDatabase = (ctx: Ctx, d1: MeteredDatabase): Ctx => ({ ...ctx, d1, db: typed(d1) });

/** Returns a context that records the bookmark of the database; null when the database has no sessions. */
export function ctxWithBookmarkRecorder(ctx: Ctx): { ctx: Ctx; bookmark(): string | null } | null {
  const { DB } = ctx.bindings;
  if (typeof DB.withSession !== "function") return null;
  const noted = databaseWithBookmarks(DB);
  return {
    ctx: ctxWithDatabase(ctx, openDatabase(noted, ctx.meter, personDatabaseTimeoutMs)),
    bookmark: noted.bookmark,
  };
}

export const ctxAsActor = (ctx: Ctx, actor: Actor): Ctx => ({ ...ctx, actor });

/**
 * Returns a context for work after the answer, done by a machine. It keeps the meter, because the platform counts that
 * work in the same invocation.
 */
export function ctxAfterAnswer({ waits: _, answered: __, ...ctx }: Ctx, actor: Actor): Ctx {
  return { ...ctx, actor, member: null };
}
