import type { Ctx } from "~/platform/ctx";
import { viewPage } from "~/status-page/view";

/** As of an isolate that read the tick's stamp within the last minute: the next view costs its own row and no other. */
export async function stampKnown(ctx: Ctx): Promise<void> {
  await viewPage(ctx, { slug: "nobody-has-this-address" });
}
