import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { read } from "~/db/read";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { AnyMailer, EventsPost } from "./contract/contract";
import { settingsOf, shownSettings } from "./mailer-view";
import { expectMailers, type MailerRow, mailerById, saveMailer } from "./queries/mailer";

export const unproven = fail({ name: "unauthenticated", code: "bad_signature" });

/** Returns the settings as the kind parses them; those that no longer pass its schema are returned as stored. */
export async function settingsFor(ctx: Ctx, { settings }: AnyMailer, row: MailerRow): Promise<unknown> {
  const stored = (await settingsOf(ctx, row)) ?? {};
  return settings.safeParse(stored).data ?? stored;
}

type Post = EventsPost<unknown>;

/**
 * Returns the settings with the values that the post fills in; null = nothing is left to fill in. Another post may have
 * been first.
 */
async function filledIn(ctx: Ctx, adapter: AnyMailer, row: MailerRow, post: Post) {
  const stored = await settingsOf(ctx, row);
  const now = { ...post, settings: await settingsFor(ctx, adapter, row) };
  if (stored === null || !adapter.events?.isProven(now)) return unproven;
  const learned = adapter.events.learns?.(now) ?? null;
  return ok(learned === null ? null : { ...stored, ...learned });
}

/**
 * Stores what the first verified post fills in permanently, such as its topic. Failures: unauthenticated (another post
 * was first, and this one has another sender), missing.
 */
export async function keepLearnedSettings(
  ctx: Ctx,
  adapter: AnyMailer,
  id: string,
  post: Post,
): Promise<Result<unknown>> {
  if (!adapter.events?.learns?.(post)) return ok(null);
  return commitChangeWithRetry<unknown>(ctx, async () => {
    const [[row]] = await read(ctx, mailerById(ctx, id));
    if (!row) return missingFailure;
    const filled = await filledIn(ctx, adapter, row, post);
    if (!filled.ok || filled.value === null) return filled;
    const settingsSealed = await ctx.secrets.seal(JSON.stringify(filled.value));
    return commitChange(ctx, {
      id: ctx.id(),
      pageId: null,
      guards: [expectMailers([row])],
      changes: [saveMailer({ ...row, settingsSealed, updatedAt: ctx.now() })],
      audit: {
        action: "mailer.update",
        subjectKind: "mailer",
        subjectId: id,
        after: { settings: shownSettings(row.kind, filled.value) },
      },
    });
  });
}
