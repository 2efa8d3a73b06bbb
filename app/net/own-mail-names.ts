/** Name of the mailbox for reports of undelivered emails. */
export const bounceMailboxName = "bounces";

/** Returns true for a heartbeat's name before the @: its UUID (RFC 9562 §4), in lower case. */
export const isHeartbeatMailboxName = (name: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

/** Returns true for a source's name: 32 letters of base32, as `sources/rules/routing-key` makes it. */
const isSourceName = (name: string): boolean => /^[a-z2-7]{32}$/.test(name);

/**
 * Returns true for every possible name of ours: a server that receives email looks up no other, and refuses it before
 * the message arrives.
 */
export const isOwnMailboxName = (name: string): boolean =>
  name === bounceMailboxName || isHeartbeatMailboxName(name) || isSourceName(name);
