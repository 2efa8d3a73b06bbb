/** Values of a proposal's buttons. */
export const proposalIntents = { publish: "publish-proposal", dismiss: "dismiss-proposal" } as const;

/** Parameter of a form's address that names the proposal with which it is filled in. */
export const proposalParameter = "proposal";

/** Field by which a form says which proposal it takes up. */
export const proposalField = "proposalId";
