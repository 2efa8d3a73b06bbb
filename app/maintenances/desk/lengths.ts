/** Minutes by which a maintenance can be extended with one button. */
export const extensionMinuteChoices = ["30", "60", "120"] as const;
