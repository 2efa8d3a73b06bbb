import { moveSnapshots } from "~/db/queries/page";
import type { Ctx } from "~/platform/ctx";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type PageTarget, pageTarget } from "~/rules/pages/input";
import { doorOf } from "~/rules/pages/page-door";
import type { Done } from "../change/answers";
import { forgetPage } from "../published/view";
import { newLock } from "./passphrase";
import { stepPage } from "./step";

/** Another passphrase: everybody who came in by the one before is locked out. Failures: conflict, missing. */
export async function rotatePassphrase(ctx: Ctx, given: PageTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "owner");
  if (!may.ok) return may;
  const parsed = parseInput(pageTarget, given);
  if (!parsed.ok) return parsed;
  let slug = "";
  const done = await stepPage(ctx, parsed.value, async (row) => {
    if (row.visibility !== "passphrase") {
      return fail({ name: "conflict", code: "no_passphrase", detail: "The page is not shown for a passphrase." });
    }
    slug = row.slug;
    const lock = await newLock(ctx, row);
    const changes = [moveSnapshots(row.id, row.slug, doorOf({ ...row, ...lock }))];
    return ok({ action: "page.rotate_passphrase", fields: lock, changes });
  });
  if (done.ok) forgetPage(slug);
  return done;
}
