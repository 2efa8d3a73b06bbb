import type { Ctx } from "~/platform/ctx";
import { pushIdentity } from "./push-identity";

/** null = this deployment has none: nobody is told so. */
type Account = (ctx: Ctx) => Promise<Record<string, unknown> | null>;

/** By kind, what of its settings is the deployment's and not its subscriber's. */
const accounts: Record<string, Account> = {
  "web-push": async (ctx) => {
    const { publicKey: sender, privateKey } = await pushIdentity(ctx);
    return { sender, privateKey, contact: ctx.config.origin };
  },
  sms: async ({ config: { texting, origin } }) => {
    if (!texting) return null;
    const { account, token, from, countries } = texting;
    // Twilio refuses a message whose address for news of it is not public.
    const callback = origin.startsWith("https:") ? { callback: `${origin}/ingest/sms/status` } : {};
    return { account, token, from, countries: [...countries], ...callback };
  },
};

export const accountOf: (kind: string) => Account = (kind) => accounts[kind] ?? (async () => ({}));
