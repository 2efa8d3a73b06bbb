import { deletedSlug, forgetPageNow } from "~/db/queries/page-purge";
import type { Ctx } from "~/platform/ctx";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type DeletePageInput, deletePageInput } from "~/rules/pages/input";
import type { Done } from "../change/answers";
import { forgetHome } from "../published/home";
import { forgetHosts } from "../published/host-page";
import { stepPage } from "./step";
import { forgetEverywhere } from "./update";

/** Nothing leads to it any more; its slug and its host are free again. */
const nobodys = {
  ...{ host: null, hostWanted: null, hostProof: null },
  ...{ passphraseHash: null, passphraseSealed: null, pingKeyHash: null, pingKeySealed: null },
};

const same = (typed: string, name: string) =>
  typed.trim().replaceAll(/\s+/g, " ") === name.trim().replaceAll(/\s+/g, " ");

/**
 * Deletes the page (owner, who types its name): gone for everybody at once, and nothing is checked, taken in or told any
 * more; the ticks take its rows away. It cannot be taken back. Failures: invalid, conflict, missing.
 */
export async function deletePage(ctx: Ctx, given: DeletePageInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "owner");
  if (!may.ok) return may;
  const parsed = parseInput(deletePageInput, given);
  if (!parsed.ok) return parsed;
  const { pageId } = parsed.value;
  let slug = "";
  const done = await stepPage(ctx, parsed.value, (row) => {
    if (!same(parsed.value.name, row.name)) {
      return fail({ name: "invalid", fields: { name: `Type the name of the page as it stands here: ${row.name}` } });
    }
    slug = row.slug;
    const fields = { ...nobodys, slug: deletedSlug(row.slug, row.id), deletedAt: ctx.now() };
    return ok({
      action: "page.delete",
      fields,
      changes: forgetPageNow(pageId, ctx.now()),
      before: { name: row.name, slug: row.slug, host: row.host },
      publishes: false,
    });
  });
  if (!done.ok) return done;
  forgetHosts();
  forgetHome(ctx);
  await forgetEverywhere(ctx, slug).catch((error) => ctx.log.error("page.forget", error));
  return done;
}
