/** What the links in a subscriber's mails carry, for the pages behind them. */
export { subscriptionToken } from "~/engines/letters/subscriber-links";
