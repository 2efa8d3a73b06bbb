import { permitOperator } from "~/access/permission";
import { type SettingField, settingFields } from "~/change/adapter-settings/settings";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { isOffered, mailers } from "./kinds/known-kinds";
import { deploymentFacts, mailersInOrder } from "./queries/mailer";
import { type MailerView, viewOf } from "./view";

export interface ListedMailers {
  /** Mailers in the order in which they are tried. */
  mailers: MailerView[];
  /** Time since which no mailer accepts email; null while email is sent. */
  failingSince: number | null;
}

/** Returns the deployment's mailers. For the operator. */
export async function listMailers(ctx: Ctx): Promise<Result<ListedMailers>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  const [rows, [facts]] = await read(ctx, mailersInOrder(ctx), deploymentFacts(ctx));
  return ok({ mailers: rows.map(viewOf), failingSince: facts?.mailFailingSince ?? null });
}

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
