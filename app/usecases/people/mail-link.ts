import { commit, type NoticeDraft } from "~/db/commit";
import { requestIsFree, tellNobody } from "~/db/queries/sign-in";
import { signInLink } from "~/db/schema";
import { insertRows } from "~/db/write";
import { wakeSender } from "~/engines/telling/wake";
import type { Ctx } from "~/platform/ctx";
import { mailLinkLength } from "~/rules/people/sign-in";
import { codeFrom } from "~/rules/people/sign-in-code";

export interface LinkPlan {
  kind: "mail" | "email";
  /** Whom it signs in, or whose address it proves; null = nobody: nothing is mailed. */
  personId: string | null;
  /** Of kind `email`: where it is mailed and what is proven. */
  email?: string;
  /** The browser that asks, in known words. */
  browser: string | null;
}

/** What the code's signature is over: of no use to who reads the database, nor for another request. */
export const codeText = (requestHash: string, code: string): string => `sign-in-code.${requestHash}.${code}`;

function noticeOf(ctx: Ctx, plan: LinkPlan, sealed: string): NoticeDraft[] {
  const { personId, email } = plan;
  if (personId === null) return [];
  const now = ctx.now();
  const times = { dueAt: now, expiresAt: now + mailLinkLength };
  const whom = email === undefined ? { audience: "person" as const } : { audience: "address" as const };
  return [
    { kind: "sign_in", subjectId: ctx.id(), sequence: 0, ...whom, scope: { person_id: personId, sealed }, ...times },
  ];
}

/** Writes a link with its code and the mail that carries both; what marks the browser that asked. */
export async function mailLink(ctx: Ctx, plan: LinkPlan): Promise<string> {
  const { kind, personId, email, browser } = plan;
  const [token, request, chance] = [ctx.token(), ctx.token(), ctx.token()];
  const { hash, sign, seal } = ctx.secrets;
  const [tokenHash, requestHash, code] = [await hash(token), await hash(request), codeFrom(await hash(chance))];
  const codeHash = await sign(codeText(requestHash, code));
  const sealed = await seal(JSON.stringify({ token, code, browser, ...(email ? { address: email } : {}) }));
  const now = ctx.now();
  const times = { createdAt: now, expiresAt: now + mailLinkLength };
  const row = { tokenHash, kind, personId, requestHash, codeHash, email: email ?? null, ...times };
  const inserts = insertRows(signInLink, [row], { onConflict: { key: ["tokenHash"], set: null } });
  const notices = noticeOf(ctx, plan, sealed);
  const changes = [...inserts, ...(notices.length === 0 ? [tellNobody()] : [])];
  await commit(ctx, { id: ctx.id(), pageId: null, guards: [requestIsFree(requestHash, tokenHash)], changes, notices });
  // For nobody as well: what comes after the answer is to look the same.
  wakeSender(ctx);
  return request;
}
