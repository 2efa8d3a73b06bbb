/** Settings by which the operator allows calls to private networks, by who gave the address. */
export const networkAllowSettings = {
  team: "UPFRONT_NETWORK_ALLOW",
  visitor: "UPFRONT_VISITOR_NETWORK_ALLOW",
} as const;
