import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, unwrapOrThrow } from "./desk";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

/** Answers every other address below a page's management, whose members keep its menu and its search. */
export const loader = pageDeskHandler(async () => unwrapOrThrow<null>({ ok: false, failure: { name: "missing" } }));

export default function MissingRoomPage() {
  return null;
}
