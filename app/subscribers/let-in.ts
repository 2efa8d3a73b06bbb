import { mayAct } from "~/change/commit";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";

/** Whoever is subscribed to a page that isn't public is sent what the page itself would not show them. */
export const mayLetIn = (ctx: Ctx, { visibility }: { visibility: string }): Result<true> =>
  visibility === "public" ? ok(true) : mayAct(ctx, "subscriber.let_in");
