import { expect, onTestFinished, test } from "vitest";
import { createChannel } from "~/channels/create";
import { good } from "../../../tests/support/desk";
import { arrange, someSubscribers } from "../../../tests/support/scenario";
import { open, openTold } from "../../../tests/support/told";
import { inWays } from "../../../tests/support/told-in-ways";
import { runSender } from "./wake";

const minute = 60_000;
const ways = ["webhook", "slack", "discord"] as const;
/** Lines of the sender: email, the team's channels, and these ways. */
const lines = 2 + ways.length;

test.each(Array.from({ length: lines }, (_, turn) => turn))(
  "with room for two lines of five at once, whichever is first (%i), each is told once and nothing waits for ever",
  async (turn) => {
    const told = await openTold();
    onTestFinished(() => told.close());
    const elsewhere = inWays(told);
    await arrange(told.deployment, someSubscribers(told.pageId, 3));
    for (const way of ways) await elsewhere.subscribe(way);
    const hook = "https://hooks.team.example/upfront";
    await good(
      createChannel(told.as("admin"), {
        pageId: told.pageId,
        kind: "webhook",
        name: "Team",
        settings: { url: hook },
        events: ["incident_published"],
      }),
    );
    await open(told);
    const { clock } = told.deployment;
    clock.now = (Math.ceil(clock.now / (lines * minute)) * lines + turn) * minute + 20_000;
    for (let round = 0; round < 12; round++) {
      const ctx = told.deployment.ctx();
      ctx.meter.limit = { statements: 45, subrequests: 45, together: 45, mails: 20 };
      await runSender(ctx);
      await told.deployment.settled();
      clock.now += lines * minute;
    }
    const toTeam = elsewhere.receivers.received.filter(({ url }) => url === hook);
    expect([told.smtp.mails.length, toTeam.length]).toEqual([3, 1]);
    expect(ways.map((way) => elsewhere.at(way).length)).toEqual([1, 1, 1]);
  },
  20_000,
);
