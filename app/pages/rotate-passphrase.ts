import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { forgetPage } from "~/status-page/view-page";
import { pageAccess } from "./page-access";
import { newLock } from "./passphrase";
import { moveSnapshots } from "./queries/page";
import { type PageTarget, pageTarget } from "./rules/input";
import { doorOf } from "./rules/page-door";

/** Changes the passphrase, which locks out all readers with the former one. Failures: conflict, missing. */
export async function rotatePassphrase(ctx: Ctx, given: PageTarget): Promise<Result<ChangeResult>> {
  let slug = "";
  const done = await changeOne(ctx, { ...pageAccess, role: "owner", input: pageTarget }, given, async ({ row }) => {
    if (row.visibility !== "passphrase") {
      return fail({ name: "conflict", code: "no_passphrase", detail: "page.no_passphrase" });
    }
    slug = row.slug;
    const lock = await newLock(ctx, row);
    const changes = [moveSnapshots(row.id, row.slug, doorOf({ ...row, ...lock }))];
    return ok({ action: "page.rotate_passphrase", fields: lock, changes, publishes: true });
  });
  if (done.ok) forgetPage(slug);
  return done;
}
