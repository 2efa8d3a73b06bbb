/** What the links in a subscriber's mails carry, for the pages behind them. */
export { subscriptionToken } from "~/notifications/letters/engine/subscriber-links";
