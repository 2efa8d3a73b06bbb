import { readBatch } from "~/db/read";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { agentShardsAnywhereQuery } from "~/monitors/queries/shard";
import type { Ctx } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import { verifyWebhookSignature } from "~/sources/contract/signed-post";
import { minuteMs } from "~/time/durations";
import { agentByIdAnywhereQuery } from "./queries/agent";
import { openAgentSigningSecret } from "./secret";

/** An agent's call as it arrived: the agent's id is in the address, and the signature covers the body. */
export interface AgentCall {
  id: string;
  headers: Headers;
  body: Uint8Array;
  /** Address of the client. */
  from: string;
}

/**
 * Maximum number of calls of an agent per minute in this isolate. An agent needs two, and one more for each thousand
 * late results.
 */
const callsPerMinute = 60;
const limiter = makeRateLimiter(minuteMs);
/** Limit per client as well: an id is no secret, and a stranger who knows it must not use up its agent’s calls. */
const callers = makeRateLimiter(minuteMs);

const known = async (ctx: Ctx, id: string) => {
  const [[row], shards] = await readBatch(ctx, agentByIdAnywhereQuery(ctx, id), agentShardsAnywhereQuery(ctx, id));
  return row ? { row, shards } : null;
};

export type AuthenticatedAgent = NonNullable<Awaited<ReturnType<typeof known>>>;

/**
 * Returns the agent that made the call, verified by the signature, with its shards. Failures: missing (unknown id),
 * unauthenticated (`signature`; `clock`: a valid signature of another time; `no_secret`), limited.
 */
export async function authenticateAgent(
  ctx: Ctx,
  { id, headers, body, from }: AgentCall,
): Promise<Result<AuthenticatedAgent>> {
  const now = ctx.now();
  const asked = callers.take(`${id} ${from}`, callsPerMinute, now);
  if (!asked.allowed) return fail({ name: "limited", retryAfter: asked.retryAfter });
  const found = await known(ctx, id);
  if (!found) return missingFailure;
  const secret = await openAgentSigningSecret(ctx, found.row);
  if (secret === null) return fail({ name: "unauthenticated", code: "no_secret" });
  const standing = verifyWebhookSignature(secret, { headers, rawBody: body, now });
  if (standing !== "good") return fail({ name: "unauthenticated", code: standing === "late" ? "clock" : "signature" });
  const { allowed, retryAfter } = limiter.take(id, callsPerMinute, now);
  return allowed ? ok(found) : fail({ name: "limited", retryAfter });
}
