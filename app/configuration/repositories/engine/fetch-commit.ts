import { type Refusal, refusalFor } from "~/failures/refusal";
import { retryAfterSeconds } from "~/net/retry-after";
import type { Ctx } from "~/platform/ctx";
import type { OutboundAnswer, OutboundFailure } from "~/platform/outbound";
import { secondMs } from "~/time/durations";
import { maxFileKilobytesByPlan } from "../../rules/file-size";
import {
  type BranchHead,
  branchHeadOf,
  branchRequest,
  fileRequest,
  type GitApiRequest,
  type GitToken,
} from "../contract/git-api";
import type { RepositoryAddress } from "../rules/repository-address";

/** A result of a provider’s API. `again`: it may work later. */
export type GitCallResult<T> =
  | { is: "done"; value: T }
  | { is: "again"; refusal: Refusal; retryAfter: number | null }
  | { is: "failed"; refusal: Refusal };

const callTimeoutMs = 10_000;
/** Redirects that are followed, as after a repository was renamed; the token is not sent to another origin. */
const maxRedirects = 2;
const maxBranchBytes = 64_000;

const failed = (refusal: Refusal) => ({ is: "failed", refusal }) as const;

function troubleOf({ reason, code, detail }: OutboundFailure): GitCallResult<never> {
  const isFinal = (reason === "blocked" && code !== "own_trouble") || reason === "too_many_redirects";
  return isFinal ? failed(detail) : { is: "again", refusal: detail, retryAfter: null };
}

/** Returns the seconds to wait; GitHub names the instant at which its hourly limit starts anew. */
function waitOf(headers: Headers, now: number): number | null {
  const asked = retryAfterSeconds(headers, now);
  if (asked !== null || headers.get("x-ratelimit-remaining") !== "0") return asked;
  const resetAt = Number(headers.get("x-ratelimit-reset")) * secondMs;
  return resetAt > now ? Math.ceil((resetAt - now) / secondMs) : 0;
}

function refusedBy({ status, headers }: OutboundAnswer, now: number, missing: Refusal): GitCallResult<never> {
  const retryAfter = waitOf(headers, now);
  const isLimited = status === 429 || (status === 403 && retryAfter !== null);
  if (isLimited || status >= 500)
    return { is: "again", refusal: refusalFor("repository.busy", { status }), retryAfter };
  return failed(status === 404 ? missing : refusalFor("repository.refused", { status }));
}

interface ApiCall extends GitApiRequest {
  maxBytes: number;
  /** Refusal of a 404. */
  missing: Refusal;
}

async function callApi(ctx: Ctx, { url, headers, maxBytes, missing }: ApiCall): Promise<GitCallResult<OutboundAnswer>> {
  const answer = await ctx
    .outbound("team")
    .fetch({ url, headers, timeout: callTimeoutMs, maxBytes, redirects: maxRedirects });
  if (!answer.ok) return troubleOf(answer);
  if (answer.status !== 200) return refusedBy(answer, ctx.now(), missing);
  return { is: "done", value: answer };
}

/** Returns the newest commit of the branch. */
export async function fetchBranchHead(
  ctx: Ctx,
  address: RepositoryAddress,
  token: GitToken,
): Promise<GitCallResult<BranchHead>> {
  const request = branchRequest(address, token);
  const answer = await callApi(ctx, { ...request, maxBytes: maxBranchBytes, missing: "repository.no_branch" });
  if (answer.is !== "done") return answer;
  const head = branchHeadOf(answer.value.text);
  return head ? { is: "done", value: head } : { is: "again", refusal: "repository.unusable", retryAfter: null };
}

/** Returns the text of the file as it is at a commit. */
export async function fetchFileAt(
  ctx: Ctx,
  address: RepositoryAddress,
  sha: string,
  token: GitToken,
): Promise<GitCallResult<string>> {
  const most = maxFileKilobytesByPlan[ctx.config.plan];
  const request = fileRequest(address, sha, token);
  const answer = await callApi(ctx, { ...request, maxBytes: most * 1000, missing: "repository.no_file" });
  if (answer.is !== "done") return answer;
  const { text, truncated, unread } = answer.value;
  if (truncated) return failed(refusalFor("repository.file_size", { most }));
  if (unread) return { is: "again", refusal: "repository.unusable", retryAfter: null };
  return { is: "done", value: text };
}
