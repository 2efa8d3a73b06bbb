import { permitOperator } from "~/access/permission";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { BoundedMap, onePerDeployment } from "~/platform/isolate";
import {
  type SealedRow,
  sealedOfDeployment,
  sealedOfPage,
  sealedOfPages,
  sealedOfSubscribers,
} from "../queries/sealed";

/** Something that is sealed with another secret than the present one; what is sealed is not here. */
export interface SealedThing extends Omit<SealedRow, "sealed"> {
  /** `old`: UPFRONT_SECRET_OLD still opens it; `missing`: nothing does. */
  standing: "old" | "missing";
}

export interface SealedOfDeployment {
  things: SealedThing[];
  /** An operator sees no page from inside: how many things of each. */
  pages: { name: string; old: number; missing: number }[];
}

/** Nothing was found to be under a missing key: asked again after ten minutes, as keys change with the isolate only. */
const cleanPages = onePerDeployment(() => new BoundedMap<string, number>(1000));
const askedAgainAfter = 600_000;

async function standings<T extends SealedRow>(ctx: Ctx, rows: readonly T[]): Promise<(T & SealedThing)[]> {
  const known = await Promise.all(rows.map(async (row) => ({ row, standing: await ctx.secrets.standing(row.sealed) })));
  return known.flatMap(({ row, standing }) => (standing === "current" ? [] : [{ ...row, standing }]));
}

const shown = ({ kind, id, name, part, standing }: SealedThing): SealedThing => ({ kind, id, name, part, standing });

/** What of a page nothing opens any more, for who has been let in already. One statement where it is not known. */
export async function sealedAwayOf(ctx: Ctx, pageId: string): Promise<SealedThing[]> {
  const clean = cleanPages(ctx);
  const age = ctx.now() - (clean.get(pageId) ?? Number.NEGATIVE_INFINITY);
  if (age >= 0 && age < askedAgainAfter) return [];
  const found = await standings(ctx, await sealedOfPage(ctx, await ctx.secrets.keyId(), pageId));
  const away = found.filter(({ standing }) => standing === "missing");
  if (away.length === 0) clean.set(pageId, ctx.now());
  return away.map(shown);
}

function countByPage(found: readonly (SealedThing & { page: string })[]): SealedOfDeployment["pages"] {
  const pages = new Map<string, { name: string; old: number; missing: number }>();
  for (const { page, standing } of found) {
    const known = pages.get(page) ?? { name: page, old: 0, missing: 0 };
    pages.set(page, { ...known, [standing]: known[standing] + 1 });
  }
  return [...pages.values()];
}

/** Whether the old secret may go: all that is not under the present one. For the operator. */
export async function listSealed(ctx: Ctx): Promise<Result<SealedOfDeployment>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  const keyId = await ctx.secrets.keyId();
  const found = [sealedOfDeployment(ctx, keyId), sealedOfPages(ctx, keyId), sealedOfSubscribers(ctx, keyId)] as const;
  const [ofDeployment, inPages, ofSubscribers] = await Promise.all(found);
  const things = await standings(ctx, ofDeployment);
  const ofPages = await standings(ctx, [...inPages, ...ofSubscribers]);
  return ok({ things: things.map(shown), pages: countByPage(ofPages) });
}
