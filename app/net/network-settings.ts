/** What the operator sets to let private networks be called, by who gave the address. */
export const networkSettings = {
  team: "UPFRONT_NETWORK_ALLOW",
  visitor: "UPFRONT_VISITOR_NETWORK_ALLOW",
} as const;
