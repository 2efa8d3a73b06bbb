/** What a subscriber to everything has, besides who it is and since when. */
export const plainSubscriber = {
  scope: "page",
  componentIds: [],
  state: "active",
  language: "en",
  timeZone: "Etc/UTC",
  confirmationsAt: [],
};
