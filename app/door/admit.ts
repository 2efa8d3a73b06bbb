import { isRoleAtLeast, type Role } from "~/access/actor";
import { sessionTokenOf } from "~/auth/session-cookie";
import type { Failure } from "~/failures/failure";
import type { ManagedPage } from "~/http/context";
import { neededRole, type RouteGuard } from "~/http/guard";
import { findSession, type SessionWithPage } from "~/people/find-session";
import { type Ctx, ctxAsActor, type LanguageAndTimeZone } from "~/platform/ctx";

export interface PageAdmission {
  /** The context with actor and member set, also when the request is refused. */
  ctx: Ctx;
  page: ManagedPage | null;
  /** The refusal; null when the request is admitted. */
  failure: Failure | null;
  /** Language and time zone of the person's account. */
  locale: LanguageAndTimeZone | null;
  /** True when the session's 30 days started again. */
  renewed: boolean;
}

export interface AdmissionRequest {
  guard: RouteGuard;
  method: string;
  /** `:page` of the address. */
  slug: string | null;
  /** True to read the session even if the guard does not need it. */
  knows: boolean;
}

const forbidden = (need: Role | "operator"): Failure => ({ name: "forbidden", detail: `role.${need}` });

/** Returns the refusal: 404 for what the person may not know exists, 403 for what they may see but not do (spec §6). */
function refusalOf({ guard, method }: AdmissionRequest, session: SessionWithPage | null): Failure | null {
  if (guard.kind === "public" || guard.kind === "token-link") return null;
  if (!session) return { name: "unauthenticated" };
  if (guard.kind === "operator") return session.actor.operator ? null : forbidden("operator");
  if (guard.kind === "session") return null;
  if (!session.membership) return { name: "missing" };
  const need = neededRole(guard, method);
  return isRoleAtLeast(session.membership.role, need) ? null : forbidden(need);
}

/** Decides by the route's guard who is admitted; session, page and membership are one read. Throws DatabaseAwayError. */
export async function admitRequest(ctx: Ctx, request: Request, visit: AdmissionRequest): Promise<PageAdmission> {
  const { guard, slug, knows } = visit;
  if (guard.kind === "public" && !knows) return { ctx, page: null, failure: null, locale: null, renewed: false };
  const token = sessionTokenOf(request, ctx.config.origin);
  const session = await findSession(ctx, { token, slug: guard.kind === "member" ? slug : null });
  const failure = refusalOf(visit, session);
  if (!session) return { ctx, page: null, failure, locale: null, renewed: false };
  const { actor, membership, locale, renewed } = session;
  const member = membership ? { pageId: membership.page.id, role: membership.role } : null;
  return { ctx: { ...ctxAsActor(ctx, actor), member }, page: membership?.page ?? null, failure, locale, renewed };
}
