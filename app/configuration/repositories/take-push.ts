import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import { parseJsonBytes } from "~/text/json-text";
import { minuteMs } from "~/time/durations";
import { deliveryIdOf, type PushEvent, readPushEvent } from "./contract/push-event";
import { isPushProven } from "./contract/push-signature";
import { newRepositoryReadingStatements } from "./new-reading";
import { type RepositoryRow, repositoryByIdAnywhereQuery } from "./queries/repository";
import { openRepositorySettings } from "./repository-settings";
import { runRepositoryReadingAfterAnswer } from "./run-after-answer";

/** A webhook's request as it arrived. */
export interface WebhookCall {
  id: string;
  headers: Headers;
  body: Uint8Array;
  /** Address of the client. */
  from: string;
}

/** The answer to a push; `why` is the reason for which nothing is read. */
type PushAnswer =
  | { state: "waiting"; reading: string; duplicate: boolean }
  | { state: "ignored"; why: "ping" | "event" | "repository" | "branch" | "deleted" | "off" };

/** Most calls per minute in this isolate: of one client, since the id in the address is no secret, and of one hook. */
const callsPerMinute = 60;
const callers = makeRateLimiter(minuteMs);
const hooks = makeRateLimiter(minuteMs);

function spend(limiter: typeof callers, key: string, now: number): Result<true> {
  const { allowed, retryAfter } = limiter.take(key, callsPerMinute, now);
  return allowed ? ok(true) : fail({ name: "limited", retryAfter });
}

/** A push names up to 2,048 commits, each with its files. */
const payloadBounds = { depth: 32, keys: 100_000 };

/** Returns the JSON of a body; GitHub sends it as a form's field unless it is told otherwise. */
function payloadOf({ headers, body }: WebhookCall): Result<unknown> {
  const isForm = headers.get("content-type")?.toLowerCase().startsWith("application/x-www-form-urlencoded");
  if (!isForm) return parseJsonBytes(body, payloadBounds);
  const text = new URLSearchParams(new TextDecoder().decode(body)).get("payload") ?? "";
  return parseJsonBytes(new TextEncoder().encode(text), payloadBounds);
}

type IgnoredReason = Extract<PushAnswer, { state: "ignored" }>["why"];

/** Returns why a repository is not read for an event; null when it is. */
function reasonToIgnore({ path, branch, enabled, stoppedAt }: RepositoryRow, event: PushEvent): IgnoredReason | null {
  if (event.kind === "ping") return "ping";
  if (event.kind === "other") return "event";
  const { push } = event;
  if (push.path.toLowerCase() !== path.toLowerCase()) return "repository";
  if (push.ref !== `refs/heads/${branch}`) return "branch";
  if (push.sha === null) return "deleted";
  return enabled && stoppedAt === null ? null : "off";
}

/** Finds the repository of a call that is signed with its secret. Failures: limited, missing, unauthenticated. */
async function repositoryOfCall(ctx: Ctx, { id, headers, body, from }: WebhookCall): Promise<Result<RepositoryRow>> {
  const now = ctx.now();
  const asked = spend(callers, `${id} ${from}`, now);
  if (!asked.ok) return asked;
  const [[row]] = await readBatch(ctx, repositoryByIdAnywhereQuery(ctx, id));
  if (!row) return missingFailure;
  const secret = (await openRepositorySettings(ctx, row))?.secret ?? "";
  const isProven = secret !== "" && isPushProven(row.provider, secret, { headers, rawBody: body, now });
  if (!isProven) return fail({ name: "unauthenticated", code: "bad_signature" });
  const spent = spend(hooks, id, now);
  return spent.ok ? ok(row) : spent;
}

/**
 * Takes a provider's webhook: a push to the branch is read after the answer. What the push says is only a hint, as the
 * reading asks the server for the branch's newest commit. Failures: limited, missing, unauthenticated, malformed.
 */
export async function acceptPushEvent(ctx: Ctx, call: WebhookCall): Promise<Result<PushAnswer>> {
  const found = await repositoryOfCall(ctx, call);
  if (!found.ok) return found;
  const row = found.value;
  const payload = payloadOf(call);
  if (!payload.ok) return payload;
  const event = readPushEvent(row.provider, call.headers, payload.value);
  const why = reasonToIgnore(row, event);
  if (why !== null || event.kind !== "push") return ok({ state: "ignored", why: why ?? "event" });
  const id = ctx.id();
  const delivery =
    deliveryIdOf(row.provider, call.headers) ?? (await ctx.secrets.hash(new TextDecoder().decode(call.body)));
  const { sha, author, title } = event.push;
  const statements = newRepositoryReadingStatements(ctx, row, { id, delivery, commitSha: sha ?? "", author, title });
  const [inserted] = await runBatch(ctx, statements);
  const duplicate = inserted?.meta.changes === 0;
  if (!duplicate) runRepositoryReadingAfterAnswer(ctx, id);
  return ok({ state: "waiting", reading: duplicate ? "" : id, duplicate });
}
