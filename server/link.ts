import { createHash, randomBytes } from "node:crypto";
import type { D1Database } from "@cloudflare/workers-types";
import { minuteMs } from "../app/time/durations.ts";

export const signInLinkMinutes = 60;

/** Returns a sign-in link of the console: valid once, for 60 minutes, in any browser; only its hash is kept. */
export function newSignInLink(now: number): { token: string; sql: string; params: [string, number, number] } {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("hex");
  const sql = "INSERT INTO sign_in_link (token_hash, kind, created_at, expires_at) VALUES (?1, 'console', ?2, ?3)";
  return { token, sql, params: [hash, now, now + signInLinkMinutes * minuteMs] };
}

/** Puts a new link into the database and returns its address. */
export async function createSignInLink(database: D1Database, origin: string): Promise<string> {
  const { token, sql, params } = newSignInLink(Date.now());
  await database
    .prepare(sql)
    .bind(...params)
    .run();
  return `${origin}/manage/sign-in/${token}`;
}

/** Returns true until the first person has signed in. */
export async function hasNobodySignedIn(database: D1Database): Promise<boolean> {
  const found = await database.prepare("SELECT 1 AS one FROM person WHERE kind = 'human' LIMIT 1").first();
  return found === null;
}
