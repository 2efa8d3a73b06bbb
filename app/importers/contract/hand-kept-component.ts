import type { MovedComponent } from "./move-document";

/** Returns a component that a person keeps, with what an origin says of it. */
export const toMovedManualComponent = (
  given: Pick<MovedComponent, "id" | "name"> & Partial<MovedComponent>,
): MovedComponent => ({
  description: "",
  groupId: null,
  manualStatus: null,
  keptBy: "manual",
  startedAt: null,
  showsUptime: true,
  isHidden: false,
  ...given,
});
