import { priorCommitQuery } from "~/audit/queries/audit";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import type { ChangeResult } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { findChangeRow } from "~/change/find-row";
import { readIfOperator } from "~/change/read-permitted";
import { readBatch } from "~/db/read";
import { invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { secretMask } from "~/fields/secret";
import {
  guardDeploymentVersionStatement,
  mailDeploymentFactsQuery,
  saveDeploymentAddressStatement,
} from "~/mailers/queries/mailer";
import { type DeploymentAddressInput, deploymentAddressInputSchema } from "~/mailers/rules/mailer-input";
import { checkOutboundUrl } from "~/net/address-guard";
import type { Ctx } from "~/platform/ctx";

/** Outside addresses that the operator configures: two addresses, and a token; each is kept encrypted in its column. */
export type DeploymentAddressName = "heartbeat" | "selfCheck" | "globalping";

export interface DeploymentAddressView {
  /** Only the host of an address, nothing of a token: the rest is a secret. null = none is set. */
  shown: string | null;
  version: number;
}

/** Shown in place of a stored address; it is never a valid address, because those contain a colon. */
const unreadable = "an address that was sealed with another secret: enter it again";

function shownOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}/••••`;
}

type DeploymentRow = Awaited<ReturnType<typeof mailDeploymentFactsQuery>>[number];

async function viewOf(ctx: Ctx, name: DeploymentAddressName, facts: DeploymentRow): Promise<DeploymentAddressView> {
  const sealed = facts[`${name}Sealed`];
  const url = sealed === null ? null : await ctx.secrets.open(sealed);
  const shown = url === null ? null : ways[name].shown(url);
  return { shown: sealed !== null && url === null ? unreadable : shown, version: facts.deploymentVersion };
}

/** Returns the address, masked. For the operator. */
export const readDeploymentAddress = (ctx: Ctx, name: DeploymentAddressName): Promise<Result<DeploymentAddressView>> =>
  readIfOperator(ctx, [mailDeploymentFactsQuery(ctx)], async ([[facts]]) =>
    facts ? ok(await viewOf(ctx, name, facts)) : missingFailure,
  );

/** Returns the address when it may be called, or null when it is removed. Failure: invalid (a blocked address). */
function guarded(ctx: Ctx, url: string): Result<string | null> {
  const own = [new URL(ctx.config.origin).host];
  const found =
    url === ""
      ? null
      : checkOutboundUrl(url, { networks: ctx.config.networks, namesOnly: ctx.config.onCloudflare, own });
  if (found && !found.ok) return invalidFieldFailure("url", found.detail, found.code);
  return ok(found ? found.url.href : null);
}

/** Checks the format of tokens from Globalping's dashboard; only a call can show whether a token is valid. */
function tokenGiven(_ctx: Ctx, text: string): Result<string | null> {
  if (text === "") return ok(null);
  return /^[\x21-\x7e]{8,200}$/.test(text) ? ok(text) : invalidFieldFailure("token", "setting.token");
}

interface AddressSetting {
  action: string;
  accepts(ctx: Ctx, text: string): Result<string | null>;
  shown(text: string): string;
}

const ways: Record<DeploymentAddressName, AddressSetting> = {
  heartbeat: { action: "deployment.set_heartbeat", accepts: guarded, shown: shownOf },
  selfCheck: { action: "deployment.set_self_check", accepts: guarded, shown: shownOf },
  globalping: { action: "deployment.set_globalping", accepts: tokenGiven, shown: () => secretMask },
};

/** Sets the address, or removes it when it is empty. Failures: invalid (a blocked address), conflict. */
export async function setDeploymentAddress(
  ctx: Ctx,
  name: DeploymentAddressName,
  given: DeploymentAddressInput,
): Promise<Result<ChangeResult>> {
  const authorized = authorizeAndParse(ctx, { role: "operator", input: deploymentAddressInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { input, pageId, commitId } = authorized.value;
  const { action, accepts, shown } = ways[name];
  const address = accepts(ctx, input.url);
  if (!address.ok) return address;
  const sealed = address.value === null ? null : await ctx.secrets.seal(address.value);
  return commitChangeWithRetry(ctx, async () => {
    const [prior, [facts]] = await readBatch(ctx, priorCommitQuery(ctx, commitId), mailDeploymentFactsQuery(ctx));
    const before = facts && (await viewOf(ctx, name, facts));
    const found = findChangeRow(prior, before, { pageId, version: input.version });
    if (found.answer) return found.answer;
    return commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [guardDeploymentVersionStatement(found.row.version)],
      changes: [saveDeploymentAddressStatement(name, sealed)],
      audit: {
        action,
        subjectKind: "deployment",
        subjectId: "1",
        before: { [name]: found.row.shown },
        after: { [name]: address.value === null ? null : shown(address.value) },
      },
    });
  });
}
