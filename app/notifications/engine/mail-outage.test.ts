import { afterEach, beforeEach, expect, test } from "vitest";
import { arrange, asked, someSubscribers, waitingNotices } from "../../../tests/support/scenario";
import { setMailer, startSmtp } from "../../../tests/support/smtp";
import { draftOpened, makeWebhook, openTeam, type Team } from "../../../tests/support/team-channels";
import { execute, type Told } from "../../../tests/support/told";
import { runSender } from "./wake";

let team: Team;
beforeEach(async () => {
  team = await openTeam();
});
afterEach(() => team.close());

const asTold = () => team as unknown as Told;

/**
 * Configures a mailer that cannot be reached, with this many emails that wait for it and are older than anything else.
 */
async function withoutMail(waiting: number): Promise<void> {
  const smtp = await startSmtp({});
  await setMailer(team.deployment, smtp);
  await smtp.close();
  await arrange(team.deployment, someSubscribers(team.pageId, 1));
  await arrange(team.deployment, asked(team.pageId, waiting));
  await arrange(team.deployment, waitingNotices(team.pageId, { count: waiting, kind: "incident_update", age: 60_000 }));
}

test("while mail fails, a channel is told with the next sending, however many mails wait", async () => {
  await makeWebhook(team, "slack");
  await withoutMail(60);
  await draftOpened(team);
  await execute(asTold(), "UPDATE notice SET lane = 4 WHERE kind = 'draft_opened'");
  for (let run = 0; run < 2; run++) {
    await runSender(team.deployment.ctx());
    team.deployment.clock.now += 1000;
  }
  expect(team.hook.received.map(({ path }) => path)).toEqual(["/slack"]);
});

test("in little room mail and channels take turns, and neither waits for the other for ever", async () => {
  const smtp = await startSmtp({});
  await setMailer(team.deployment, smtp);
  await arrange(team.deployment, asked(team.pageId, 20));
  await arrange(team.deployment, waitingNotices(team.pageId, { count: 20 }));
  for (let n = 0; n < 6; n++) await makeWebhook(team, `hook-${n}`);
  for (let n = 0; n < 3; n++) await draftOpened(team);
  await execute(asTold(), "UPDATE notice SET lane = 4 WHERE kind = 'draft_opened'");
  for (let minute = 0; minute < 12; minute++) {
    const ctx = team.deployment.ctx();
    ctx.meter.statements = 39 - 20;
    await runSender(ctx);
    team.deployment.clock.now += 60_000;
  }
  expect(smtp.mails.length).toBeGreaterThan(0);
  expect(team.hook.received.length).toBeGreaterThan(0);
  await smtp.close();
});

test.each([0, 24 * 3600_000])(
  "an outage that began on a clock %i ms ahead is told ten minutes later",
  async (ahead) => {
    await makeWebhook(team, "slack", { events: ["mail_failed"] });
    await withoutMail(1);
    await execute(asTold(), "DELETE FROM notice");
    await arrange(team.deployment, waitingNotices(team.pageId, { count: 1 }));
    await execute(asTold(), "UPDATE notice SET expires_at = expires_at + ?1", 3 * 24 * 3600_000);
    team.deployment.clock.now += ahead;
    await runSender(team.deployment.ctx());
    team.deployment.clock.now -= ahead;
    await execute(asTold(), "UPDATE notice SET not_before = due_at WHERE due_at IS NOT NULL");
    for (let run = 0; run < 15; run++) {
      await runSender(team.deployment.ctx());
      team.deployment.clock.now += 60_000;
    }
    expect(team.hook.received.map(({ path }) => path)).toEqual(["/slack"]);
  },
);
