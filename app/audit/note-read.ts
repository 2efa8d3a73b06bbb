import { commitPlan } from "~/commit/commit";
import type { Ctx } from "~/platform/ctx";
import { BoundedMap, oncePerDeployment } from "~/platform/isolate";
import { logDeferredWork } from "~/platform/log-left-work";
import { sha256Hex } from "~/platform/secrets";
import { hourMs } from "~/time/durations";

const noted = oncePerDeployment(() => new BoundedMap<string, true>(1000));

interface AddressReadEvent {
  action: string;
  /** Null for the deployment. */
  pageId: string | null;
}

/**
 * Records that someone looked at people's addresses: one entry of the audit log per hour and actor, written after the
 * answer. Its id is made of all of that, so that two isolates write the same one.
 */
export function recordAddressRead(ctx: Ctx, { action, pageId }: AddressReadEvent): void {
  if (ctx.actor.kind !== "person" && ctx.actor.kind !== "token") return;
  const key = [action, pageId, ctx.actor.kind, ctx.actor.id, Math.floor(ctx.now() / hourMs)].join(" ");
  const known = noted(ctx);
  if (known.has(key)) return;
  known.set(key, true);
  const write = async () => {
    const id = (await sha256Hex(key)).slice(0, 26);
    const audit = { action, subjectKind: pageId === null ? "deployment" : "page", subjectId: pageId ?? "1" };
    await commitPlan(ctx, { id, pageId, changes: [], audit });
  };
  ctx.defer(write().catch((error) => logDeferredWork(ctx.log, "audit.read", error)));
}
