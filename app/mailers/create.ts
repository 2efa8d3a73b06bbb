import { mergedSettings } from "~/change/adapter-settings/settings";
import { andAlso, settingsRecord } from "~/change/and-also";
import type { ChangeResult } from "~/change/change-result";
import { makeOne } from "~/change/create-one";
import { mailer } from "~/db/schema";
import { insertRows } from "~/db/write";
import { invalid, ok, type Result } from "~/failures/failure";
import { lookAtMail } from "~/notifications/queries/notice-wait";
import type { Ctx } from "~/platform/ctx";
import { isOffered, mailerOf } from "./kinds/known-kinds";
import { shownSettings } from "./mailer-view";
import { mailersInOrder } from "./queries/mailer";
import { type CreateMailerInput, createMailerInput } from "./rules/mailer-input";

type MailerInput = ReturnType<typeof createMailerInput.parse>;

/** Returns settings that are valid for the kind. */
async function newSettings(ctx: Ctx, { kind, settings: given }: Pick<MailerInput, "kind" | "settings">) {
  const adapter = mailerOf(kind);
  if (!adapter || !isOffered(adapter, ctx.outbound("team"))) return invalid("kind", "kind.mailer", "unknown_kind");
  const checked = mergedSettings(adapter, {}, given);
  if (!checked.ok) return checked;
  return ok({ settings: checked.value, settingsSealed: await ctx.secrets.seal(JSON.stringify(checked.value)) });
}

/** Adds a mailer after the others; waiting emails leave now. Failures: invalid (unknown kind, settings). */
export async function createMailer(ctx: Ctx, given: CreateMailerInput): Promise<Result<ChangeResult>> {
  const done = await makeOne(
    ctx,
    {
      role: "operator",
      subject: "mailer",
      input: createMailerInput,
      prepare: newSettings,
      facts: () => ({ others: mailersInOrder(ctx) }),
    },
    given,
    ({ id, fields: { kind, name, fromAddress }, made: { settings, settingsSealed }, others }) => {
      const position = (others.at(-1)?.position ?? -1) + 1;
      const times = { createdAt: ctx.now(), updatedAt: ctx.now() };
      return ok({
        action: "mailer.create",
        changes: [
          ...insertRows(mailer, [{ id, kind, name, fromAddress, position, settingsSealed, ...times }]),
          lookAtMail,
        ],
        after: { kind, name, fromAddress, settings: shownSettings(kind, settings) },
        wakes: true,
      });
    },
  );
  const told = await andAlso(done, () =>
    newSettings(ctx, { kind: given.kind, settings: settingsRecord(given.settings) }),
  );
  return told.ok ? ok({ id: told.value.id }) : told;
}
