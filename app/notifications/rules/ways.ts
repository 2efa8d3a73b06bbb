/**
 * Ways in which a visitor gives an address of their own, besides mail: their file stands in channels/kinds/known-kinds, in the order in
 * which they are offered. Rows keep their place in this list: new ones come last.
 */
export const otherWays = ["webhook", "slack", "discord", "teams", "sms"] as const;
export type OtherWay = (typeof otherWays)[number];

/** Ways that are left by a reply: what they are told says so. */
export const isLeftByReply = (kind: string): boolean => kind === "sms";

/** All kinds by which subscribers are told elsewhere than by mail. */
export const ways = ["web-push", ...otherWays] as const;
export type Way = (typeof ways)[number];

/** All kinds of subscribers. */
export const subscriberKinds = ["email", ...ways] as const;
export type SubscriberKind = (typeof subscriberKinds)[number];
export const subscriberKindOf = (text: string | undefined): SubscriberKind | undefined =>
  subscriberKinds.find((each) => each === text);

/** So many ways can there be at the most. */
const mostWays = 32;

const placeOf = (way: Way): number => ways.indexOf(way);

/**
 * The same news for those who are told in this way: numbered below zero, so that it is one of its own beside the mail's and
 * beside those of every other way.
 */
export const sequenceOf = (way: Way, sequence: number): number => -1 - (sequence * mostWays + placeOf(way));

/**
 * Lines of the sender (notifications/rules/notice): one for each way, right behind those of mail and of the team, because each gap
 * in the numbers costs a row where somebody looks whether anything waits.
 */
const firstLane = 5;
export const laneOfWay = (way: Way): number => firstLane + placeOf(way);
export const wayOfLane = (lane: number): Way | null => ways[lane - firstLane] ?? null;

/** What a webhook is posted: as Standard Webhooks say, or as Statuspage posts it. */
export const webhookBodies = ["standard", "statuspage"] as const;

/** Names of their own, the same in every language. */
export const webhookBodyTitles = { standard: "Standard Webhooks", statuspage: "Statuspage" } as const;
