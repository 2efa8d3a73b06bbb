import { adapterSettingFields, mergeAdapterSettings, type SettingField } from "~/change/adapter-settings/settings";
import { settingsRecord, withOtherFailures } from "~/change/and-also";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { createOnce } from "~/change/create-one";
import { changedValues } from "~/change/differences";
import { readIfOperator } from "~/change/read-permitted";
import { readBatch } from "~/db/read";
import { mailerTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { recheckMailNoticesStatement } from "~/notifications/queries/notice-wait";
import type { Ctx } from "~/platform/ctx";
import { mailerWebhookUrlOf } from "./events-address";
import { isMailerOffered, mailerAdapterOf, mailerAdapters } from "./kinds/known-kinds";
import { type MailerView, mailerViewOf, maskMailerSettings, openMailerSettings } from "./mailer-view";
import {
  deleteMailerStatement,
  guardMailersUnchangedStatement,
  type MailerRow,
  mailDeploymentFactsQuery,
  mailerByIdQuery,
  mailersInOrderQuery,
  orderMailersStatement,
  saveMailerStatement,
} from "./queries/mailer";
import {
  type CreateMailerInput,
  createMailerInputSchema,
  type MailerTargetInput,
  type MoveMailerInput,
  mailerTargetInputSchema,
  moveMailerInputSchema,
  type UpdateMailerInput,
  updateMailerInputSchema,
} from "./rules/mailer-input";
import { bounceReportAddressOf } from "./take-bounce";

/** Definition of a mailer, among all of them in order, for the commands that change it. */
const mailerAccess = {
  role: "operator",
  subject: "mailer",
  row: (ctx: Ctx) => mailersInOrderQuery(ctx),
  find: (all: readonly MailerRow[], { id }: { id: string }) => all.find((each) => each.id === id),
  show: mailerViewOf,
} as const;

export interface ListedMailers {
  /** Mailers in the order in which they are tried. */
  mailers: MailerView[];
  /** Time since which no mailer accepts email; null while email is sent. */
  failingSince: number | null;
}

/** Returns the deployment's mailers. For the operator. */
export const listMailers = (ctx: Ctx): Promise<Result<ListedMailers>> =>
  readIfOperator(ctx, [mailersInOrderQuery(ctx), mailDeploymentFactsQuery(ctx)], ([rows, [facts]]) =>
    ok({ mailers: rows.map(mailerViewOf), failingSince: facts?.mailFailingSince ?? null }),
  );

export interface MailerKind {
  kind: string;
  title: string;
  settings: SettingField[];
}

/** Returns every kind of mailer that works in this deployment, in the order in which they are offered. */
export const listMailerKinds = ({ outbound }: Pick<Ctx, "outbound">): MailerKind[] =>
  mailerAdapters
    .filter((each) => isMailerOffered(each, outbound("team")))
    .map((each) => ({ kind: each.kind, title: each.title, settings: adapterSettingFields(each) }));

export interface MailerDetail {
  mailer: MailerView;
  settingFields: SettingField[];
  /** Settings with masked secrets; empty when the secret that sealed them is gone and they must be entered again. */
  settings: Record<string, unknown>;
  unreadable: boolean;
  /** URL to which its service posts bounces and complaints; null = the service posts none. */
  eventsAddress: string | null;
  /** Address for bounce reports, for a mailer whose service posts none; null = the deployment receives no email. */
  bounceAddress: string | null;
}

/** Returns a mailer with its settings. For the operator. */
export const readMailer = (ctx: Ctx, { id }: { id: string }): Promise<Result<MailerDetail>> =>
  readIfOperator(ctx, [mailerByIdQuery(ctx, id)], async ([[row]]) => {
    if (!row) return missingFailure;
    const adapter = mailerAdapterOf(row.kind);
    const settings = await openMailerSettings(ctx, row);
    return ok({
      mailer: mailerViewOf(row),
      settingFields: adapter ? adapterSettingFields(adapter) : [],
      settings: maskMailerSettings(row.kind, settings ?? {}),
      unreadable: settings === null,
      eventsAddress: adapter?.events ? await mailerWebhookUrlOf(ctx, id) : null,
      bounceAddress: adapter?.events ? null : bounceReportAddressOf(ctx),
    });
  });

type MailerInput = ReturnType<typeof createMailerInputSchema.parse>;

/** Returns settings that are valid for the kind. */
async function newSettings(ctx: Ctx, { kind, settings: given }: Pick<MailerInput, "kind" | "settings">) {
  const adapter = mailerAdapterOf(kind);
  if (!adapter || !isMailerOffered(adapter, ctx.outbound("team")))
    return invalidFieldFailure("kind", "kind.mailer", "unknown_kind");
  const checked = mergeAdapterSettings(adapter, {}, given);
  if (!checked.ok) return checked;
  return ok({ settings: checked.value, settingsSealed: await ctx.secrets.seal(JSON.stringify(checked.value)) });
}

/** Adds a mailer after the others; waiting emails leave now. Failures: invalid (unknown kind, settings). */
export async function createMailer(ctx: Ctx, given: CreateMailerInput): Promise<Result<ChangeResult>> {
  const done = await createOnce(
    ctx,
    {
      role: "operator",
      subject: "mailer",
      input: createMailerInputSchema,
      prepare: newSettings,
      facts: () => ({ others: mailersInOrderQuery(ctx) }),
    },
    given,
    ({ id, fields: { kind, name, fromAddress }, made: { settings, settingsSealed }, others }) => {
      const position = (others.at(-1)?.position ?? -1) + 1;
      const times = { createdAt: ctx.now(), updatedAt: ctx.now() };
      return ok({
        action: "mailer.create",
        changes: [
          ...insertRowsStatements(mailerTable, [{ id, kind, name, fromAddress, position, settingsSealed, ...times }]),
          recheckMailNoticesStatement,
        ],
        after: { kind, name, fromAddress, settings: maskMailerSettings(kind, settings) },
        wakes: true,
      });
    },
  );
  const told = await withOtherFailures(done, () =>
    newSettings(ctx, { kind: given.kind, settings: settingsRecord(given.settings) }),
  );
  return told.ok ? ok({ id: told.value.id }) : told;
}

interface MailerIdentity {
  kind: string;
  name: string;
  fromAddress: string;
}

/** Returns the mailer for the audit log. */
const shown = ({ kind, name, fromAddress }: MailerIdentity, settings: Record<string, unknown>) => ({
  name,
  fromAddress,
  settings: maskMailerSettings(kind, settings),
});

/**
 * Merges the given settings into the previous ones; settings that can no longer be opened must be entered again
 * completely.
 */
async function changedSettings(ctx: Ctx, row: MailerRow, given: Record<string, unknown>) {
  const adapter = mailerAdapterOf(row.kind);
  if (!adapter) return missingFailure;
  const before = (await openMailerSettings(ctx, row)) ?? {};
  const merged = mergeAdapterSettings(adapter, before, given);
  return merged.ok ? ok({ before, merged: merged.value }) : merged;
}

/** Changes a mailer; emails that it could not send are tried again now. Failures: invalid, conflict, missing. */
export async function updateMailer(ctx: Ctx, given: UpdateMailerInput): Promise<Result<ChangeResult>> {
  const done = await changeOneRow(
    ctx,
    { ...mailerAccess, input: updateMailerInputSchema },
    given,
    async ({ row, fields }) => {
      const made = await changedSettings(ctx, row, fields.settings ?? {});
      if (!made.ok) return made;
      const { before, merged } = made.value;
      const { name = row.name, fromAddress = row.fromAddress } = fields;
      const settingsSealed = await ctx.secrets.seal(JSON.stringify(merged));
      const next = { ...row, name, fromAddress, settingsSealed, updatedAt: ctx.now() };
      return ok({
        action: "mailer.update",
        guards: [guardMailersUnchangedStatement([row])],
        changes: [saveMailerStatement(next), recheckMailNoticesStatement],
        ...changedValues(shown(row, before), shown(next, merged)),
        wakes: true,
      });
    },
  );
  return withOtherFailures(done, async () => {
    const [all] = await readBatch(ctx, mailerAccess.row(ctx));
    const row = mailerAccess.find(all, given);
    return row ? changedSettings(ctx, row, settingsRecord(given.settings)) : ok(null);
  });
}

/** Moves a mailer one place up or down; at the end of the list nothing changes. Failures: conflict, missing. */
export const moveMailer = (ctx: Ctx, given: MoveMailerInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...mailerAccess, input: moveMailerInputSchema },
    given,
    ({ row, fields: { direction }, rows }) => {
      const ids = rows.map((each) => each.id);
      const at = ids.indexOf(row.id);
      const to = at + (direction === "up" ? -1 : 1);
      if (to < 0 || to >= ids.length) return ok(null);
      ids.splice(at, 1);
      ids.splice(to, 0, row.id);
      return ok({
        action: "mailer.move",
        guards: [guardMailersUnchangedStatement(rows)],
        changes: [orderMailersStatement(ids, ctx.now())],
        before: { position: at },
        after: { position: to },
      });
    },
  );

/** Deletes a mailer; without another one, emails wait in the outbox. Failures: conflict, missing. */
export const deleteMailer = (ctx: Ctx, given: MailerTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, { ...mailerAccess, input: mailerTargetInputSchema }, given, ({ row }) => {
    const { id, kind, name, fromAddress } = row;
    return ok({
      action: "mailer.delete",
      guards: [guardMailersUnchangedStatement([row])],
      changes: [deleteMailerStatement(id)],
      before: { kind, name, fromAddress },
    });
  });
