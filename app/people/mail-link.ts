import { isTokenShaped } from "~/access/session";
import { commitPlan, type NoticeDraft } from "~/commit/commit";
import { signInLinkTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { wakeSender } from "~/notifications/engine/wake";
import type { Ctx } from "~/platform/ctx";
import type { MailCountStatements } from "./mails/mail-allowances";
import { deleteSignInRequestStatement } from "./queries/sign-in";
import { signInLinkLifetimeMs } from "./rules/sign-in";
import { signInCodeFromHash } from "./rules/sign-in-code";

export interface OneTimeLinkPlan {
  kind: "mail" | "email" | "step_up";
  /** The person whom it signs in, or whose address it verifies. */
  personId: string;
  /** The address that is emailed and verified, for kind `email`. */
  email?: string;
  /** Name of the browser that asks, if it is a known one. */
  browser: string | null;
  /** Mark of the browser that asks. */
  request: string;
  /** Ledger entries that count the email. */
  counted: readonly MailCountStatements[];
}

/** The text that the code's signature covers: of no use to a reader of the database, nor for another request. */
export const signInCodeSigningText = (requestHash: string, code: string): string =>
  `sign-in-code.${requestHash}.${code}`;

/**
 * Returns the mark of the browser. A browser keeps the mark that it has, so that the response looks the same and its
 * last link still works.
 */
export const signInBrowserMark = (ctx: Ctx, request: string | null): string =>
  request !== null && isTokenShaped(request) ? request : ctx.token();

function noticeOf(ctx: Ctx, { personId, email }: OneTimeLinkPlan, sealed: string): NoticeDraft {
  const now = ctx.now();
  const times = { dueAt: now, expiresAt: now + signInLinkLifetimeMs };
  const whom = email === undefined ? { audience: "person" as const } : { audience: "address" as const };
  return {
    kind: "sign_in",
    subjectId: ctx.id(),
    sequence: 0,
    ...whom,
    scope: { person_id: personId, sealed },
    ...times,
  };
}

/** Creates a link with its code, and the email that contains both. Earlier links of this browser become invalid. */
export async function emailOneTimeLink(ctx: Ctx, plan: OneTimeLinkPlan): Promise<void> {
  const { kind, personId, email, browser, request, counted } = plan;
  const [token, chance] = [ctx.token(), ctx.token()];
  const { hash, sign, seal } = ctx.secrets;
  const [tokenHash, requestHash, code] = [
    await hash(token),
    await hash(request),
    signInCodeFromHash(await hash(chance)),
  ];
  const codeHash = await sign(signInCodeSigningText(requestHash, code));
  const read = ctx.locale ?? {};
  const sealed = await seal(JSON.stringify({ token, code, browser, ...read, ...(email ? { address: email } : {}) }));
  const now = ctx.now();
  const times = { createdAt: now, expiresAt: now + signInLinkLifetimeMs };
  const row = { tokenHash, kind, personId, requestHash, codeHash, email: email ?? null, ...times };
  await commitPlan(ctx, {
    id: ctx.id(),
    pageId: null,
    guards: counted.flatMap(({ guards }) => guards),
    changes: [
      deleteSignInRequestStatement(requestHash),
      ...insertRowsStatements(signInLinkTable, [row]),
      ...counted.flatMap(({ changes }) => changes),
    ],
    notices: [noticeOf(ctx, plan, sealed)],
  });
  wakeSender(ctx);
}
