import type { Ctx } from "~/platform/ctx";

/** Returns the secret of an address as it is stored: its hash finds the source, its sealed text is shown to admins. */
export const hashAndSealAddressToken = async ({ secrets }: Pick<Ctx, "secrets">, secret: string) => ({
  tokenHash: await secrets.hash(secret),
  tokenSealed: await secrets.seal(secret),
});
