/**
 * Ways, besides email, for which visitors enter an address of their own, in the order offered; their files are listed
 * in channels/kinds/known-kinds. Stored rows use positions in this list, so new ways are added at the end.
 */
export const contactWaysWithAddress = ["webhook", "slack", "discord", "teams", "sms"] as const;
export type ContactWayWithAddress = (typeof contactWaysWithAddress)[number];

/** True for ways that end with a reply, which their messages explain. */
export const isUnsubscribableByReply = (kind: string): boolean => kind === "sms";

/** All ways of subscribing other than email. */
export const contactWays = ["web-push", ...contactWaysWithAddress] as const;
export type ContactWay = (typeof contactWays)[number];

/** All kinds of subscribers. */
export const subscriberKinds = ["email", ...contactWays] as const;
export type SubscriberKind = (typeof subscriberKinds)[number];
export const parseSubscriberKind = (text: string | undefined): SubscriberKind | undefined =>
  subscriberKinds.find((each) => each === text);

/** Maximum number of ways. */
const maxWays = 32;

const placeOf = (way: ContactWay): number => contactWays.indexOf(way);

/**
 * Returns the sequence of the same news in this way. It is negative, so that it differs from that of the email and of
 * every other way.
 */
export const noticeSequenceInWay = (way: ContactWay, sequence: number): number =>
  -1 - (sequence * maxWays + placeOf(way));

/**
 * The first lane of the ways (notifications/rules/notice). Each way has one, directly after those of email and the
 * team, because each gap in the numbers costs a row whenever due work is looked up.
 */
const firstLaneNumber = 5;
export const noticeLaneOfContactWay = (way: ContactWay): number => firstLaneNumber + placeOf(way);
export const contactWayOfNoticeLane = (lane: number): ContactWay | null => contactWays[lane - firstLaneNumber] ?? null;

/** The body of a webhook: as Standard Webhooks define it, or as Statuspage sends it. */
export const webhookBodies = ["standard", "statuspage"] as const;

/** Product names, the same in every language. */
export const webhookBodyTitles = { standard: "Standard Webhooks", statuspage: "Statuspage" } as const;
