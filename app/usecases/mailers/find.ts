import { priorCommit } from "~/db/queries/audit";
import { type MailerRow, mailersInOrder } from "~/db/queries/mailer";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { fail, type Result } from "~/rules/basics/failure";
import { type Done, missing, replayOf } from "../change/answers";
import { viewOf } from "./view";

interface Target {
  id: string;
  version?: number | undefined;
}

/** The mailer that a change is about, among all of them in order; or the answer that the change already has. */
export type FoundMailer =
  | { row: MailerRow; all: MailerRow[]; answer: null }
  | { row: null; all: null; answer: Result<Done> };

const answered = (answer: Result<Done>): FoundMailer => ({ row: null, all: null, answer });

export async function findMailer(ctx: Ctx, commitId: string, { id, version }: Target): Promise<FoundMailer> {
  const [prior, all] = await read(ctx, priorCommit(ctx, commitId), mailersInOrder(ctx));
  const replay = replayOf(prior, null);
  if (replay) return answered(replay);
  const row = all.find((each) => each.id === id);
  if (!row) return answered(missing);
  if (version !== undefined && version !== row.version) {
    return answered(fail({ name: "conflict", current: viewOf(row) }));
  }
  return { row, all, answer: null };
}
