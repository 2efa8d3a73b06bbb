import { hmacSha256Hex } from "~/sources/contract/body-signature";
import { verifyWebhookSignature } from "~/sources/contract/signed-post";
import { isEqualInConstantTime } from "~/text/same-text";
import type { GitProvider } from "../../rules/repository-fields";

/** A webhook's request as it arrived. */
interface PushRequest {
  headers: Headers;
  rawBody: Uint8Array;
  now: number;
}

/** Headers that may have the signature, the first that is there decides; and what stands before its hex digits. */
const signed = {
  github: { headers: ["x-hub-signature-256"], prefix: "sha256=" },
  forgejo: { headers: ["x-forgejo-signature", "x-gitea-signature"], prefix: "" },
} as const;

/**
 * GitLab signs as Standard Webhooks do where a signing token is set; elsewhere it sends the secret itself. It sends the
 * id and the time with both, so the signature alone decides.
 */
const isProvenByGitlab = (secret: string, { headers, rawBody, now }: PushRequest): boolean =>
  headers.has("webhook-signature")
    ? verifyWebhookSignature(secret, { headers, rawBody, now }) === "good"
    : isEqualInConstantTime(headers.get("x-gitlab-token") ?? "", secret);

/** True when whoever sent a request knows the webhook's secret. */
export function isPushProven(provider: GitProvider, secret: string, request: PushRequest): boolean {
  if (provider === "gitlab") return isProvenByGitlab(secret, request);
  const { headers, prefix } = signed[provider];
  const given = headers.map((name) => request.headers.get(name)).find((each) => each !== null);
  return isEqualInConstantTime(given ?? "", `${prefix}${hmacSha256Hex(secret, request.rawBody)}`);
}
