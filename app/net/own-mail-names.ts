/** Where reports of emails that could not be delivered go. */
export const bounceName = "bounces";

/** A heartbeat's name before the @ is its UUID (RFC 9562 §4), in small letters. */
export const isHeartbeatName = (name: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

/** A source's is 32 letters of base32, as `sources/rules/routing-key` makes it. */
const isSourceName = (name: string): boolean => /^[a-z2-7]{32}$/.test(name);

/** All that can be an address of ours: who takes email asks for no other, and refuses it before its message comes. */
export const isOwnMailName = (name: string): boolean =>
  name === bounceName || isHeartbeatName(name) || isSourceName(name);
