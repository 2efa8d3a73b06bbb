/** Reason why a page is not shown, by the status of the response; 0 = no response. */
const reasons = {
  0: "offline",
  400: "malformed",
  401: "signed_out",
  403: "role",
  404: "missing",
  405: "method",
  409: "conflict",
  410: "gone",
  413: "large",
  421: "host",
  422: "invalid",
  429: "often",
  503: "database",
} as const;

type ReasonByStatus = (typeof reasons)[keyof typeof reasons];

/** Keys of the title and the advice in the catalogue. */
export type ErrorReason =
  | ReasonByStatus
  | "defect"
  | "spent_link"
  | "spent_invitation"
  | "cross_site"
  | "crowded"
  | "storage"
  | "step_up";

const byStatus: Record<number, ReasonByStatus> = reasons;

/**
 * Returns the reason. `crowded` = the database works, but others were faster several times; `storage` = the database
 * accepts no writes; `step_up` = the last sign-in is too long ago for this action.
 */
export function errorReasonOf(status: number, code: string | undefined, pathname: string): ErrorReason {
  if (code === "bad_origin") return "cross_site";
  if (code === "crowded") return "crowded";
  if (code?.startsWith("storage_")) return "storage";
  if (code === "step_up") return "step_up";
  if (status === 410 && pathname.startsWith("/manage/sign-in/")) return "spent_link";
  if (status === 410 && pathname.startsWith("/manage/invitations/")) return "spent_invitation";
  return byStatus[status] ?? "defect";
}
