import { missing } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { oneAgent } from "./one";
import { agentById } from "./queries/agent";
import { addressOf } from "./read";
import { type AgentTarget, agentTarget } from "./rules/input";
import { secretOf } from "./secret";

export interface MadeSecret {
  secret: string;
  /** What to paste where the agent is to run. */
  command: string;
}

const commandOf = (ctx: Ctx, id: string, secret: string) => `curl -fsSO ${ctx.config.origin}/agent.mjs
UPFRONT_AGENT=${addressOf(ctx, id)} \\
UPFRONT_AGENT_SECRET=${secret} \\
node agent.mjs`;

/** As Standard Webhooks writes a secret: 256 random bits in base64. */
const newSecret = (ctx: Ctx) => `whsec_${ctx.token().replaceAll("-", "+").replaceAll("_", "/")}=`;

/**
 * Gives it a signing secret, its first or another one; what was signed with the old one is refused from now on. The secret
 * is in this answer and in no other. Failures: conflict, missing.
 */
export async function rotateAgent(ctx: Ctx, given: AgentTarget): Promise<Result<MadeSecret>> {
  const settingsSealed = await ctx.secrets.seal(JSON.stringify({ secret: newSecret(ctx) }));
  const done = await changeOne(ctx, { ...oneAgent, input: agentTarget }, given, () =>
    ok({ action: "agent.rotate", fields: { settingsSealed } }),
  );
  if (!done.ok) return done;
  // A form that is sent twice made it the first time: what is kept is what counts.
  const [[row]] = await read(ctx, agentById(ctx, given.pageId, done.value.id));
  const secret = row ? await secretOf(ctx, row) : null;
  return secret === null ? missing : ok({ secret, command: commandOf(ctx, done.value.id, secret) });
}
