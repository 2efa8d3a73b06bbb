import { changeOne } from "~/change/change-one";
import { read } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { agentAccess } from "./agent-access";
import { agentById } from "./queries/agent";
import { addressOf } from "./read";
import { type AgentTarget, agentTarget } from "./rules/input";
import { secretOf } from "./secret";

export interface MadeSecret {
  secret: string;
  /** Command to paste on the machine that runs the agent. */
  command: string;
}

const commandOf = (ctx: Ctx, id: string, secret: string) => `curl -fsSO ${ctx.config.origin}/agent.mjs
UPFRONT_AGENT=${addressOf(ctx, id)} \\
UPFRONT_AGENT_SECRET=${secret} \\
node agent.mjs`;

/** Returns a secret in the format of Standard Webhooks: 256 random bits in base64. */
const newSecret = (ctx: Ctx) => `whsec_${ctx.token().replaceAll("-", "+").replaceAll("_", "/")}=`;

/**
 * Creates a signing secret, the first or another one; signatures with the old one are refused from now on. Only this
 * answer contains the secret. Failures: conflict, missing.
 */
export async function rotateAgent(ctx: Ctx, given: AgentTarget): Promise<Result<MadeSecret>> {
  const settingsSealed = await ctx.secrets.seal(JSON.stringify({ secret: newSecret(ctx) }));
  const done = await changeOne(ctx, { ...agentAccess, input: agentTarget }, given, () =>
    ok({ action: "agent.rotate", fields: { settingsSealed } }),
  );
  if (!done.ok) return done;
  // A form that is sent twice created it the first time, so the stored secret counts.
  const [[row]] = await read(ctx, agentById(ctx, given.pageId, done.value.id));
  const secret = row ? await secretOf(ctx, row) : null;
  return secret === null ? missingFailure : ok({ secret, command: commandOf(ctx, done.value.id, secret) });
}
