import { afterEach, beforeEach, expect, test } from "vitest";
import { subscriberTable } from "~/db/schema";
import { hashedEndpointAddress } from "~/subscribers/rules/subscriber";
import { printSent, sendKilled } from "../support/killed-sender";
import { type Receivers, startReceivers } from "../support/receivers";
import { plainSubscriber, put } from "../support/scenario";
import { noticesOf, open, openTold, subscribersOf, type Told } from "../support/told";
import { twilioSettings } from "../support/twilio-peer";

/** More phones than a day has text messages; senders are killed meanwhile. The ceiling is the one that nobody chose. */
const ceiling = 500;
const size = 2000;
const kills = 10;
const day = 86_400_000;

let told: Told;
let receivers: Receivers;
beforeEach(async () => {
  told = await openTold({ bindings: { ...twilioSettings } });
  receivers = startReceivers();
  told.deployment.way.outbound = receivers.outbound;
});
afterEach(() => told.close());

const numberOf = (n: number) => `+4915120${String(n).padStart(6, "0")}`;

async function addPhones(): Promise<void> {
  const { deployment, pageId } = told;
  const { secrets } = deployment.ctx();
  const at = deployment.clock.now - 1000;
  const rows = await Promise.all(
    Array.from({ length: size }, async (_, n) => {
      const address = hashedEndpointAddress("sms", await secrets.hash(numberOf(n)));
      const targetSealed = await secrets.seal(JSON.stringify({ to: numberOf(n) }));
      return {
        pageId,
        id: `sms${String(n).padStart(5, "0")}`,
        ...plainSubscriber(address, at),
        kind: "sms",
        targetSealed,
      };
    }),
  );
  for (let start = 0; start < size; start += 500)
    await put(deployment, subscriberTable, rows.slice(start, start + 500));
}

const textsNotice = async () => (await noticesOf(told)).filter(({ way }) => way === "sms").at(-1);

const texted = () => receivers.received.map(({ body }) => String(body.To));

test(`${size} phones and a ceiling of ${ceiling}: no more than that leave, nobody is paused, the next day goes on`, async () => {
  await addPhones();
  await open(told);
  const spent = await sendKilled(told, { kills, every: 3, calls: [3, 4, 5, 6, 7, 8] });
  const numbers = texted();
  const notice = await textsNotice();
  printSent("texts", spent, {
    of: size,
    missed: size - numbers.length,
    extra: numbers.length - new Set(numbers).size,
    bound: size / 2,
  });
  expect(spent.killed).toBeGreaterThan(0);
  expect(notice).toMatchObject({ outcome: "sent", recipients: size });
  expect(numbers.length).toBeLessThanOrEqual(ceiling);
  expect(spent.rows).toBeLessThanOrEqual(size / 2);
  expect((notice?.sent ?? 0) + (notice?.failed ?? 0) + (notice?.unknown ?? 0)).toBe(size);
  const states = new Set((await subscribersOf(told)).map(({ state }) => state));
  expect([...states]).toEqual(["active"]);
  receivers.received.splice(0);
  told.deployment.clock.now += day;
  await open(told, { title: "The next day" });
  await sendKilled(told, { kills: 0, every: 3, calls: [3] });
  const next = texted();
  expect([next.length, new Set(next).size]).toEqual([ceiling, ceiling]);
});
