/** The two forms that change the lead. */
export const leadFormNames = { take: "take-lead", handOver: "hand-over-lead" } as const;

/** The choice of nobody; an empty field stays a field that was not filled in. */
export const noLeadChoice = "nobody";
