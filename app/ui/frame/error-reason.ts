/** Why a page is not shown, by the status of the answer; 0 = there was none. */
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

type ByStatus = (typeof reasons)[keyof typeof reasons];

/** What its title and its advice are kept under in the catalogue. */
export type ErrorReason =
  | ByStatus
  | "defect"
  | "spent_link"
  | "spent_invitation"
  | "cross_site"
  | "crowded"
  | "storage"
  | "step_up";

const byStatus: Record<number, ByStatus> = reasons;

/** `crowded`: the database is well, and others were faster several times. `storage`: it takes nothing more in. `step_up`: signed in, but too long ago for this. */
export function reasonOf(status: number, code: string | undefined, pathname: string): ErrorReason {
  if (code === "bad_origin") return "cross_site";
  if (code === "crowded") return "crowded";
  if (code?.startsWith("storage_")) return "storage";
  if (code === "step_up") return "step_up";
  if (status === 410 && pathname.startsWith("/manage/sign-in/")) return "spent_link";
  if (status === 410 && pathname.startsWith("/manage/invitations/")) return "spent_invitation";
  return byStatus[status] ?? "defect";
}
