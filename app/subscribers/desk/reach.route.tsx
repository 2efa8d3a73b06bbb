import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { countNotificationReach } from "../reach";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

const maxComponentIds = 200;

/** Returns, for the script of a form with components, how many people an update about the chosen ones reaches. */
export const loader = pageDeskHandler(async ({ ctx, pageId, url }) => {
  const of = (name: string) => url.searchParams.get(name) ?? "";
  const componentIds = of("components").split(",").filter(Boolean).slice(0, maxComponentIds);
  return Response.json(
    unwrapOrThrow(await countNotificationReach(ctx, { pageId, incidentId: of("incident"), componentIds })),
  );
});
