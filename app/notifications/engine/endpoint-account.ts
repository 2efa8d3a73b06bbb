import type { Ctx } from "~/platform/ctx";
import { readOrCreateVapidKeyPair } from "./push-identity";

/** Returns null when this deployment has no account of the kind; such subscribers are not notified. */
type Account = (ctx: Ctx) => Promise<Record<string, unknown> | null>;

/** The settings of each kind that belong to the deployment rather than to the subscriber. */
const accounts: Record<string, Account> = {
  "web-push": async (ctx) => {
    const { publicKey: sender, privateKey } = await readOrCreateVapidKeyPair(ctx);
    return { sender, privateKey, contact: ctx.config.origin };
  },
  sms: async ({ config: { texting, origin } }) => {
    if (!texting) return null;
    const { account, token, from, countries } = texting;
    // Twilio refuses a message whose status callback has no public address.
    const callback = origin.startsWith("https:") ? { callback: `${origin}/ingest/sms/status` } : {};
    return { account, token, from, countries: [...countries], ...callback };
  },
};

export const endpointAccountOf: (kind: string) => Account = (kind) => accounts[kind] ?? (async () => ({}));
