import type { Ctx } from "~/platform/ctx";

/**
 * What prints a sign-in link where the deployment runs. An operator reads it complete; to strangers a folder of the
 * machine is none of their business, and the short one finds the deployment that runs.
 */
export function linkCommand({ actor, config }: Pick<Ctx, "actor" | "config">): string {
  if (config.onCloudflare) return "npm run deploy -- --link";
  const isOperator = actor.kind === "person" && actor.operator;
  return (isOperator ? config.tokenCommand : undefined) ?? "npm run token";
}
