import type { Ctx } from "~/platform/ctx";
import type { ConfiguredValue } from "./rules/configuration-types";
import { secretNameIn, valueHash } from "./rules/value-hash";

/** A secret of a page as digests need it: another value is another version. */
interface SecretVersion {
  pageId: string;
  name: string;
  version: number;
  updatedAt: number;
}

/** Returns the digest of a value on a page; null = it names a secret that the page does not have. */
export type DigestOfValue = (slug: string, value: ConfiguredValue, isSecret?: boolean) => string | null;

/** Returns what compares a value with the one that a file last set. */
export async function makeDigestOfValue(
  ctx: Ctx,
  secrets: readonly SecretVersion[],
  pageIdOf: (slug: string) => string | undefined,
): Promise<DigestOfValue> {
  const key = await ctx.secrets.sign("digests of configuration files");
  const known = new Map(secrets.map((each) => [`${each.pageId} ${each.name}`, `${each.version} ${each.updatedAt}`]));
  return (slug, value, isSecret = false) => {
    const name = secretNameIn(value);
    const version = name === null ? "" : known.get(`${pageIdOf(slug) ?? ""} ${name}`);
    return version === undefined ? null : valueHash(value, version, isSecret ? key : null);
  };
}
