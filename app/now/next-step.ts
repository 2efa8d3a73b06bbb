import type { Ctx } from "~/platform/ctx";
import { readNowView } from "./read";

/** Steps of the set-up that a form's answer may offer as the next one, in their order. */
const offeredSteps = ["origins", "report", "alert", "team", "subscribers"] as const;

/**
 * Returns the path with the next step of the page's set-up in its query; as it is when nothing is left to set up. A
 * channel is offered while nobody would be notified of an alert.
 */
export async function pathWithNextStep(ctx: Ctx, { pageId, path }: { pageId: string; path: string }): Promise<string> {
  const view = await readNowView(ctx, { pageId });
  if (!view.ok || view.value.steps === null) return path;
  const { done } = view.value.steps;
  const reached = view.value.unreached === null;
  const next = offeredSteps.find((step) => !done[step] && !(step === "alert" && reached));
  return next ? `${path}?next=${next}` : path;
}
