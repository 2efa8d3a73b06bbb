import { permitOperator } from "~/access/permission";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { BoundedMap, oncePerDeployment } from "~/platform/isolate";
import {
  readSealedRowsOfDeployment,
  readSealedRowsOfPage,
  readSealedRowsOfPages,
  readSealedRowsOfSubscribers,
  type SealedRow,
} from "../queries/sealed-rows";

/** An object that is encrypted with another secret than the current one, without the encrypted text. */
export interface SecretUnderOldKey extends Omit<SealedRow, "sealed"> {
  /** `old`: UPFRONT_SECRET_OLD still opens it; `missing`: no known secret does. */
  standing: "old" | "missing";
}

export interface SecretsUnderOldKeys {
  things: SecretUnderOldKey[];
  /** Counts by page, because an operator does not see inside pages. */
  pages: { name: string; old: number; missing: number }[];
}

/**
 * Pages where nothing was found under a missing key: checked again after ten minutes, as keys only change with the
 * isolate.
 */
const cleanPages = oncePerDeployment(() => new BoundedMap<string, number>(1000));
const cleanCacheMs = 600_000;

async function standings<T extends SealedRow>(ctx: Ctx, rows: readonly T[]): Promise<(T & SecretUnderOldKey)[]> {
  const known = await Promise.all(rows.map(async (row) => ({ row, standing: await ctx.secrets.standing(row.sealed) })));
  return known.flatMap(({ row, standing }) => (standing === "current" ? [] : [{ ...row, standing }]));
}

const shown = ({ kind, id, name, part, standing }: SecretUnderOldKey): SecretUnderOldKey => ({
  kind,
  id,
  name,
  part,
  standing,
});

/**
 * Returns the objects of a page that no secret decrypts. The caller must be authorised. Takes one statement if the
 * result is not cached.
 */
export async function listUnopenableSecrets(ctx: Ctx, pageId: string): Promise<SecretUnderOldKey[]> {
  const clean = cleanPages(ctx);
  const age = ctx.now() - (clean.get(pageId) ?? Number.NEGATIVE_INFINITY);
  if (age >= 0 && age < cleanCacheMs) return [];
  const found = await standings(ctx, await readSealedRowsOfPage(ctx, await ctx.secrets.keyId(), pageId));
  const away = found.filter(({ standing }) => standing === "missing");
  if (away.length === 0) clean.set(pageId, ctx.now());
  return away.map(shown);
}

function countByPage(found: readonly (SecretUnderOldKey & { page: string })[]): SecretsUnderOldKeys["pages"] {
  const pages = new Map<string, { name: string; old: number; missing: number }>();
  for (const { page, standing } of found) {
    const known = pages.get(page) ?? { name: page, old: 0, missing: 0 };
    pages.set(page, { ...known, [standing]: known[standing] + 1 });
  }
  return [...pages.values()];
}

/**
 * Lists every object that is not encrypted with the current secret, which shows whether the old secret may be removed.
 * For the operator.
 */
export async function listSecretsUnderOldKeys(ctx: Ctx): Promise<Result<SecretsUnderOldKeys>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  const keyId = await ctx.secrets.keyId();
  const found = [
    readSealedRowsOfDeployment(ctx, keyId),
    readSealedRowsOfPages(ctx, keyId),
    readSealedRowsOfSubscribers(ctx, keyId),
  ] as const;
  const [ofDeployment, inPages, ofSubscribers] = await Promise.all(found);
  const things = await standings(ctx, ofDeployment);
  const ofPages = await standings(ctx, [...inPages, ...ofSubscribers]);
  return ok({ things: things.map(shown), pages: countByPage(ofPages) });
}
