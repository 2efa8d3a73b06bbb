import type { Ctx } from "~/platform/ctx";
import { viewOf } from "./mailer-view";
import { type MailerRow, mailersInOrder } from "./queries/mailer";

/** Definition of a mailer, among all of them in order, for the commands that change it. */
export const mailerAccess = {
  role: "operator",
  subject: "mailer",
  row: (ctx: Ctx) => mailersInOrder(ctx),
  find: (all: readonly MailerRow[], { id }: { id: string }) => all.find((each) => each.id === id),
  show: viewOf,
} as const;
