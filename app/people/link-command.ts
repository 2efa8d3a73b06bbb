import type { Ctx } from "~/platform/ctx";

/**
 * Returns the command that prints a sign-in link. Operators get it with the folder of the running deployment; strangers
 * get the short form, which does not reveal the folder and still finds the deployment.
 */
export function linkCommand({ actor, config }: Pick<Ctx, "actor" | "config">): string {
  if (config.onCloudflare) return "npm run deploy -- --link";
  const isOperator = actor.kind === "person" && actor.operator;
  return (isOperator ? config.tokenCommand : undefined) ?? "npm run token";
}
