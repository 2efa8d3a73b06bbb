/** Tokens of the links in subscribers' emails, for the pages that they open. */
export { makeSubscriptionToken } from "~/notifications/letters/engine/subscriber-links";
