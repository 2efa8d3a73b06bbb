/** Somebody who wants everything of a page, in English. UTC ms. */
export const plainSubscriber = (address: string, at: number) => ({
  address,
  scope: "page" as const,
  componentIds: [],
  state: "active" as const,
  language: "en",
  timeZone: "Etc/UTC",
  confirmationsAt: [],
  confirmedAt: at,
  createdAt: at,
  updatedAt: at,
});
