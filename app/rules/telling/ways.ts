/** Ways in which a visitor gives an address of their own, besides mail: their file stands in notify/channels, in the order in which they are offered. */
export const otherWays = ["webhook", "slack", "discord", "teams", "sms"] as const;
export type OtherWay = (typeof otherWays)[number];

/** Ways that are left by a reply: what they are told says so. */
export const isLeftByReply = (kind: string): boolean => kind === "sms";

/** What a webhook is posted: as Standard Webhooks say, or as Statuspage posts it. */
export const webhookBodies = ["standard", "statuspage"] as const;

/** Names of their own, the same in every language. */
export const webhookBodyTitles = { standard: "Standard Webhooks", statuspage: "Statuspage" } as const;
