import { priorCommit } from "~/db/queries/audit";
import { deploymentFacts, expectDeployment, saveAddress } from "~/db/queries/mailer";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { guardUrl } from "~/rules/basics/address-guard";
import { fail, invalid, ok, type Result } from "~/rules/basics/failure";
import { permitOperator } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type DeploymentAddressInput, deploymentAddressInput } from "~/rules/telling/mailer-input";
import { type Done, missing, replayOf } from "../change/answers";
import { permitOperatorToWrite } from "../change/ask";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";

/** The addresses of the operator's choice that the deployment calls; each is kept encrypted in its column. */
export type AddressName = "heartbeat" | "selfCheck";

const actions: Record<AddressName, string> = {
  heartbeat: "deployment.set_heartbeat",
  selfCheck: "deployment.set_self_check",
};

export interface AddressView {
  /** Only the host: the rest of such an address is a secret. null = none is set. */
  shown: string | null;
  version: number;
}

/** Where it is set, and no text of ours: an address has a colon. */
const unreadable = "an address that was sealed with another secret: enter it again";

function shownOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}/••••`;
}

type Facts = Awaited<ReturnType<typeof deploymentFacts>>[number];

async function viewOf(ctx: Ctx, name: AddressName, facts: Facts): Promise<AddressView> {
  const sealed = facts[`${name}Sealed`];
  const url = sealed === null ? null : await ctx.secrets.open(sealed);
  const shown = url === null ? null : shownOf(url);
  return { shown: sealed !== null && url === null ? unreadable : shown, version: facts.deploymentVersion };
}

/** The address, masked. For the operator. */
export async function readAddress(ctx: Ctx, name: AddressName): Promise<Result<AddressView>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  const [[facts]] = await read(ctx, deploymentFacts(ctx));
  return facts ? ok(await viewOf(ctx, name, facts)) : missing;
}

/** Sets the address, or takes it away when it is empty. Failures: invalid (a blocked address), conflict. */
export async function setAddress(ctx: Ctx, name: AddressName, given: DeploymentAddressInput): Promise<Result<Done>> {
  const may = permitOperatorToWrite(ctx);
  if (!may.ok) return may;
  const parsed = parseInput(deploymentAddressInput, given);
  if (!parsed.ok) return parsed;
  const { url, version, commitId = ctx.id() } = parsed.value;
  const own = [new URL(ctx.config.origin).host];
  const guarded = url === "" ? null : guardUrl(url, { networks: ctx.config.networks, own });
  if (guarded && !guarded.ok) return invalid("url", guarded.detail, guarded.code);
  const sealed = guarded ? await ctx.secrets.seal(guarded.url.href) : null;
  return changing(ctx, async () => {
    const [prior, [facts]] = await read(ctx, priorCommit(ctx, commitId), deploymentFacts(ctx));
    const replay = replayOf(prior, null);
    if (replay) return replay;
    if (!facts) return missing;
    const before = await viewOf(ctx, name, facts);
    if (version !== undefined && version !== before.version) return fail({ name: "conflict", current: before });
    return commitChange(ctx, {
      pageId: null,
      id: commitId,
      guards: [expectDeployment(before.version)],
      changes: [saveAddress(name, sealed)],
      audit: {
        action: actions[name],
        subjectKind: "deployment",
        subjectId: "1",
        before: { [name]: before.shown },
        after: { [name]: guarded ? shownOf(guarded.url.href) : null },
      },
    });
  });
}
