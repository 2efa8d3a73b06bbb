/** The actor of an owner's API token with all rights on the deployment. */
export const ownerToken = {
  kind: "token",
  id: "t",
  personId: "founder",
  role: "owner",
  readOnly: false,
  operator: true,
} as const;
