import { type SettingField, settingFields } from "~/change/adapter-settings/settings";
import { readAsOperator } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { isOffered, mailers } from "./kinds/known-kinds";
import { type MailerView, viewOf } from "./mailer-view";
import { deploymentFacts, mailersInOrder } from "./queries/mailer";

export interface ListedMailers {
  /** Mailers in the order in which they are tried. */
  mailers: MailerView[];
  /** Time since which no mailer accepts email; null while email is sent. */
  failingSince: number | null;
}

/** Returns the deployment's mailers. For the operator. */
export const listMailers = (ctx: Ctx): Promise<Result<ListedMailers>> =>
  readAsOperator(ctx, [mailersInOrder(ctx), deploymentFacts(ctx)], ([rows, [facts]]) =>
    ok({ mailers: rows.map(viewOf), failingSince: facts?.mailFailingSince ?? null }),
  );

export interface MailerKind {
  kind: string;
  title: string;
  settings: SettingField[];
}

/** Returns every kind of mailer that works in this deployment, in the order in which they are offered. */
export const listMailerKinds = ({ outbound }: Pick<Ctx, "outbound">): MailerKind[] =>
  mailers
    .filter((each) => isOffered(each, outbound("team")))
    .map((each) => ({ kind: each.kind, title: each.title, settings: settingFields(each) }));
