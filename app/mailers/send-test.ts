import { personIdOfActor } from "~/access/actor";
import { permitOperatorToWrite } from "~/change/authorize-and-parse";
import { commitPlan } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Refusal } from "~/failures/refusal";
import { parseInput } from "~/fields/parse";
import { openMailers } from "~/notifications/engine/open-post";
import { readEmailReaderOfPerson } from "~/notifications/letters/engine/person-reader";
import { deploymentEmailBrand } from "~/notifications/letters/engine/writer";
import { singleRecipientEmailHeaders } from "~/notifications/print/headers";
import { testEmailContent } from "~/notifications/print/mail-test";
import { renderEmail } from "~/notifications/print/print";
import type { Ctx } from "~/platform/ctx";
import { emailMessageId } from "~/text/message-id";
import type { MailResult } from "./contract/contract";
import { clearMailFailingStatement, mailerByIdQuery, recordMailerRunsStatement } from "./queries/mailer";
import { type TestMailerInput, testMailerInputSchema } from "./rules/mailer-input";

export interface TestMailAnswer {
  outcome: MailResult["outcome"];
  /** Mailer's answer, in its own words. */
  answer: Refusal;
}

/** Sends a real email by this one mailer, at once, and returns its answer. Failures: invalid, missing. */
export async function sendTestMail(ctx: Ctx, given: TestMailerInput): Promise<Result<TestMailAnswer>> {
  const may = permitOperatorToWrite(ctx);
  if (!may.ok) return may;
  const parsed = parseInput(testMailerInputSchema, given);
  if (!parsed.ok) return parsed;
  const { id, to } = parsed.value;
  const [[row]] = await readBatch(ctx, mailerByIdQuery(ctx, id));
  if (!row) return missingFailure;
  const commitId = ctx.id();
  const audit = { action: "mailer.test", subjectKind: "mailer", subjectId: id, after: { name: row.name } };
  await commitPlan(ctx, { id: commitId, pageId: null, changes: [], audit });
  const brand = deploymentEmailBrand(ctx);
  const reader = await readEmailReaderOfPerson(ctx, personIdOfActor(ctx.actor) ?? "");
  const letter = renderEmail(
    testEmailContent({ brand, at: reader.times.instant(ctx.now()) }, reader),
    reader,
    singleRecipientEmailHeaders(),
  );
  const { post, ways } = await openMailers(ctx, [row]);
  const messageId = emailMessageId(`${commitId}.${id}`, ctx.config.origin);
  const [handed] = await post.send([{ ...letter, messageId, to, fromName: brand.name }]);
  await post.close();
  const runs = ways.map((way) => way.run).filter((run) => run.sentAt !== null || run.failedAt !== null);
  const works = handed?.outcome === "sent" ? [clearMailFailingStatement()] : [];
  if (runs.length > 0) await runBatch(ctx, [recordMailerRunsStatement(runs), ...works]);
  return handed ? ok({ outcome: handed.outcome, answer: handed.answer }) : missingFailure;
}
