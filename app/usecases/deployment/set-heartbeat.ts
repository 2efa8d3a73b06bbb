import { priorCommit } from "~/db/queries/audit";
import { deploymentFacts, expectDeployment, saveHeartbeat } from "~/db/queries/mailer";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { guardUrl } from "~/rules/address-guard";
import { fail, invalid, ok, type Result } from "~/rules/failure";
import { type SetHeartbeatInput, setHeartbeatInput } from "~/rules/input/mailer";
import { parseInput } from "~/rules/input/parse";
import { permitOperator } from "~/rules/permission";
import { changing, type Done, missing } from "../change";
import { commitDeployment, permitChange, replayed } from "./commit";

export interface HeartbeatView {
  /** Host and the start of the path: the rest of such an address is a secret. null = none is set. */
  shown: string | null;
  version: number;
}

function shownOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}/••••`;
}

async function viewOf(ctx: Ctx, sealed: string | null, version: number): Promise<HeartbeatView> {
  return { shown: sealed === null ? null : shownOf(await ctx.secrets.open(sealed)), version };
}

/** The outgoing heartbeat, masked. For the operator. */
export async function readHeartbeat(ctx: Ctx): Promise<Result<HeartbeatView>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  const [[facts]] = await read(ctx, deploymentFacts(ctx));
  return facts ? ok(await viewOf(ctx, facts.heartbeatSealed, facts.deploymentVersion)) : missing;
}

/** Sets the address that each finished tick calls, or takes it away. Failures: invalid (a blocked address), conflict. */
export async function setHeartbeat(ctx: Ctx, given: SetHeartbeatInput): Promise<Result<Done>> {
  const may = permitChange(ctx);
  if (!may.ok) return may;
  const parsed = parseInput(setHeartbeatInput, given);
  if (!parsed.ok) return parsed;
  const { url, version, commitId = ctx.id() } = parsed.value;
  const own = [new URL(ctx.config.origin).host];
  const guarded = url === "" ? null : guardUrl(url, { networks: ctx.config.networks, own });
  if (guarded && !guarded.ok) return invalid("url", guarded.detail, guarded.code);
  const sealed = guarded ? await ctx.secrets.seal(guarded.url.href) : null;
  return changing(ctx, async () => {
    const [prior, [facts]] = await read(ctx, priorCommit(ctx, commitId), deploymentFacts(ctx));
    const replay = replayed(prior);
    if (replay) return replay;
    if (!facts) return missing;
    const before = await viewOf(ctx, facts.heartbeatSealed, facts.deploymentVersion);
    if (version !== undefined && version !== before.version) return fail({ name: "conflict", current: before });
    return commitDeployment(ctx, {
      id: commitId,
      guards: [expectDeployment(before.version)],
      changes: [saveHeartbeat(sealed)],
      audit: {
        action: "deployment.set_heartbeat",
        subjectKind: "deployment",
        subjectId: "1",
        before: { heartbeat: before.shown },
        after: { heartbeat: guarded ? shownOf(guarded.url.href) : null },
      },
    });
  });
}
