import { DrizzleD1Database, SQLiteD1Session } from "drizzle-orm/d1";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { Actor } from "~/access/actor";
import type { Member } from "~/access/permission";
import { invocationLimits } from "~/plan/budgets";
import { type OwnDatabase, openDatabase, personsDeadline, withBookmarks } from "./database";
import { withEmail } from "./email-binding";
import { type Bindings, type Config, parseConfig } from "./env";
import { type Files, makeFiles } from "./files";
import { jitter, newId, newToken, newUuid } from "./ids";
import { type Log, makeLog } from "./log";
import { type Meter, newMeter } from "./meter";
import { type AddressOwner, noOutbound, type Outbound, type WayOut } from "./outbound";
import { sealingOnlyOwn } from "./own-key";
import { makeSecrets, type Secrets } from "./secrets";

export type Database = DrizzleD1Database<Record<string, never>>;

/** How whoever asks reads: as they chose, else as browser and network say; null = not known. */
export interface Locale {
  language: string | null;
  timeZone: string | null;
}

/** What goes side by side in a request that says when it answers: its trips are fewer. */
export interface Waits {
  /** A commit waits for these, and is not made where one fails. */
  commit: Promise<unknown>[];
  /** The answer waits for these. */
  answer: Promise<unknown>[];
}

/** Everything a use case may touch. Composed once per invocation; tests hand in their own clock and sleep. */
export interface Ctx {
  /** Reads, typed; charged to the meter. Use it through db/read. */
  db: Database;
  /** Writes, as prepared statements in one batch; charged to the meter. Use it through commit/commit. */
  d1: OwnDatabase;
  now(): number;
  id(): string;
  token(): string;
  uuid(): string;
  /** 0 ≤ chance < 1, for jitter. */
  chance(): number;
  sleep(milliseconds: number): Promise<void>;
  secrets: Secrets;
  config: Config;
  log: Log;
  meter: Meter;
  /** Data that lies beside the worker; charged to the meter. */
  files: Files;
  /** The only way out: every call and connection to somebody else, guarded and charged to the meter. */
  outbound: WayOut;
  /** Work after the answer (waitUntil). What must not be lost is a row, never only this. */
  defer(work: Promise<unknown>): void;
  actor: Actor;
  /**
   * How new a copy of the database has to be for whoever asks, as `withSession` takes it; null, or absent = no copy will
   * do. Archives alone are read from copies (decision 0018).
   */
  copyFrom?: () => Promise<string | null>;
  /** Absent = each waits for what it began itself. */
  waits?: Waits;
  /** The answer is made; absent = nobody waits for one. What is done only then takes no turn of the database from it. */
  answered?: Promise<void>;
  /** Set by the guard of the route, once: the page at hand and the role on it. */
  member: Member | null;
  /** Of the person who asks; null where nobody does. */
  locale: Locale | null;
  requestId: string;
  bindings: Bindings;
}

/** What the way out is made of. */
export interface OutboundAround {
  meter: Meter;
  config: Config;
  now: () => number;
  owner: AddressOwner;
}

export interface Surroundings {
  now?: () => number;
  sleep?: (milliseconds: number) => Promise<void>;
  /** How long one database call may take, in ms (spec §9). */
  deadline?: number;
  requestId?: string;
  /** Makes the way out to addresses of one owner, for one invocation (http/safe-fetch); absent = nothing leaves. */
  outbound?: (around: OutboundAround) => Outbound;
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

/** How columns are spelt is found out once: by `drizzle()` it would be for every request, a tenth of a page's CPU. */
const dialect = new SQLiteAsyncDialect({ casing: "snake_case" });

const typed = (d1: D1Database): Database =>
  new DrizzleD1Database("async", dialect, new SQLiteD1Session(d1, dialect, undefined), undefined);

const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

export function makeCtx(env: Bindings, around: Surroundings): Ctx {
  const now = around.now ?? Date.now;
  const known = settings(env);
  const meter = newMeter(invocationLimits[known.config.plan]);
  const d1 = openDatabase(env.DB, meter, around.deadline ?? 5000);
  const requestId = around.requestId ?? newId(now());
  const log = makeLog(requestId, now);
  return {
    config: known.config,
    secrets: sealingOnlyOwn({ bindings: env, secrets: known.secrets, d1 }),
    db: typed(d1),
    d1,
    now,
    id: () => newId(now()),
    token: newToken,
    uuid: newUuid,
    chance: jitter,
    sleep: around.sleep ?? wait,
    log,
    meter,
    files: makeFiles({ bindings: env, meter, log, now }),
    outbound: (owner) =>
      withEmail(around.outbound?.({ meter, config: known.config, now, owner }) ?? noOutbound, env.EMAIL, meter),
    defer: around.defer,
    actor: { kind: "visitor" },
    member: null,
    locale: null,
    requestId,
    bindings: env,
  };
}

/** The same, asking this database. */
export const askingOf = (ctx: Ctx, d1: OwnDatabase): Ctx => ({ ...ctx, d1, db: typed(d1) });

/** The same, but that it tells how far the database has come; null where that is not known there. */
export function notingBookmarks(ctx: Ctx): { ctx: Ctx; bookmark(): string | null } | null {
  const { DB } = ctx.bindings;
  if (typeof DB.withSession !== "function") return null;
  const noted = withBookmarks(DB);
  return { ctx: askingOf(ctx, openDatabase(noted, ctx.meter, personsDeadline)), bookmark: noted.bookmark };
}

export const as = (ctx: Ctx, actor: Actor): Ctx => ({ ...ctx, actor });

/** For work after the answer, done by a machine. The meter goes on: the platform counts it in the same invocation. */
export function afterwards({ waits: _, answered: __, ...ctx }: Ctx, actor: Actor): Ctx {
  return { ...ctx, actor, member: null };
}
