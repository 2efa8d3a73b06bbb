import type { Ctx } from "~/platform/ctx";
import { pushIdentity } from "./push-identity";

type Account = (ctx: Ctx) => Promise<Record<string, unknown>>;

/** By kind, what of its settings is the deployment's and not its subscriber's. */
const accounts: Record<string, Account> = {
  "web-push": async (ctx) => {
    const { publicKey: sender, privateKey } = await pushIdentity(ctx);
    return { sender, privateKey, contact: ctx.config.origin };
  },
};

export const accountOf: (kind: string) => Account = (kind) => accounts[kind] ?? (async () => ({}));
