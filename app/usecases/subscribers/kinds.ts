import { channelOf } from "~/notify/channels";
import { otherWays } from "~/rules/telling/ways";

/** Other ways than mail that a visitor is offered, in their order. */
export const subscriberKinds = otherWays.map((way) => ({ way, title: channelOf(way)?.title ?? way }));
