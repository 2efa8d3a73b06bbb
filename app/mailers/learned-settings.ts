import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readBatch } from "~/db/read";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { AnyMailerAdapter, MailerWebhookRequest } from "./contract/contract";
import { maskMailerSettings, openMailerSettings } from "./mailer-view";
import { guardMailersUnchangedStatement, type MailerRow, mailerByIdQuery, saveMailerStatement } from "./queries/mailer";

export const badSignatureFailure = fail({ name: "unauthenticated", code: "bad_signature" });

/** Returns the settings as the kind parses them; those that no longer pass its schema are returned as stored. */
export async function openAndParseMailerSettings(
  ctx: Ctx,
  { settings }: AnyMailerAdapter,
  row: MailerRow,
): Promise<unknown> {
  const stored = (await openMailerSettings(ctx, row)) ?? {};
  return settings.safeParse(stored).data ?? stored;
}

type Post = MailerWebhookRequest<unknown>;

/**
 * Returns the settings with the values that the post fills in; null = nothing is left to fill in. Another post may have
 * been first.
 */
async function filledIn(ctx: Ctx, adapter: AnyMailerAdapter, row: MailerRow, post: Post) {
  const stored = await openMailerSettings(ctx, row);
  const now = { ...post, settings: await openAndParseMailerSettings(ctx, adapter, row) };
  if (stored === null || !adapter.events?.isProven(now)) return badSignatureFailure;
  const learned = adapter.events.learns?.(now) ?? null;
  return ok(learned === null ? null : { ...stored, ...learned });
}

/**
 * Stores settings that the first verified request fills in permanently, such as its topic. Failures: unauthenticated
 * (an earlier request came from another sender), missing.
 */
export async function storeLearnedSettings(
  ctx: Ctx,
  adapter: AnyMailerAdapter,
  id: string,
  post: Post,
): Promise<Result<unknown>> {
  if (!adapter.events?.learns?.(post)) return ok(null);
  return commitChangeWithRetry<unknown>(ctx, async () => {
    const [[row]] = await readBatch(ctx, mailerByIdQuery(ctx, id));
    if (!row) return missingFailure;
    const filled = await filledIn(ctx, adapter, row, post);
    if (!filled.ok || filled.value === null) return filled;
    const settingsSealed = await ctx.secrets.seal(JSON.stringify(filled.value));
    return commitChange(ctx, {
      id: ctx.id(),
      pageId: null,
      guards: [guardMailersUnchangedStatement([row])],
      changes: [saveMailerStatement({ ...row, settingsSealed, updatedAt: ctx.now() })],
      audit: {
        action: "mailer.update",
        subjectKind: "mailer",
        subjectId: id,
        after: { settings: maskMailerSettings(row.kind, filled.value) },
      },
    });
  });
}
