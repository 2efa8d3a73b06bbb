import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { requestAddressChange } from "~/people/account";
import { createInvitation } from "~/people/invitations/create";
import { resendInvitation, revokeInvitation } from "~/people/invitations/verbs";
import { requestSignIn } from "~/people/request-sign-in";
import { redeemSignInLink } from "~/people/spend-link";
import { addSubscriber } from "~/subscribers/add";
import { type Desk, good, openDesk } from "../support/desk";
import { addPerson, mailOf } from "../support/sign-in-mail";
import { setQuietMailer } from "../support/smtp";

let desk: Desk;
let cases = 0;
beforeAll(async () => {
  desk = await openDesk();
  await setQuietMailer(desk.deployment);
});
afterAll(() => desk.close());
beforeEach(() => {
  cases += 1;
  desk.deployment.clock.now += 30 * 3600_000;
});

const minute = 60_000;
const page = () => ({ pageId: desk.pageId });
const stranger = () => `stranger${cases}@example.com`;

/** How many mails of a kind there are since the test began. */
async function mails(kind: string): Promise<number> {
  await desk.deployment.settled();
  const since = desk.deployment.clock.now - 29 * 3600_000;
  const sql = "SELECT count(*) AS count FROM notice WHERE kind = ?1 AND created_at > ?2";
  const [counted] = await runBatch(desk.deployment.ctx(), [{ sql, params: [kind, since] }]);
  return Number((counted?.results[0] as { count: number } | undefined)?.count);
}

const invite = (email: string) => createInvitation(desk.owner(), { ...page(), role: "viewer", email });

describe("a stranger's address has three unproven mails a day", () => {
  test("invited, revoked, invited … 40 times: every answer alike, three mails", async () => {
    const answers = new Set<string>();
    for (let n = 0; n < 40; n++) {
      const made = await good(invite(stranger()));
      answers.add(Object.keys(made).join());
      expect(made.link).toBeNull();
      await good(revokeInvitation(desk.owner(), { ...page(), id: made.id }));
      desk.deployment.clock.now += 1000;
    }
    expect(answers.size).toBe(1);
    expect(await mails("invitation")).toBe(3);
  });

  test("invitations, confirmations and proofs count together, on whichever page and whoever asks", async () => {
    await addPerson(desk.deployment, { id: `member${cases}` });
    const id = `member${cases}`;
    const member = () => desk.deployment.ctx({ kind: "person", id, operator: false, sessionId: "s" });
    await good(invite(stranger()));
    await good(requestAddressChange(member(), { address: stranger(), browser: null }));
    desk.deployment.clock.now += 11 * minute;
    await good(addSubscriber(desk.as("admin"), { ...page(), email: stranger() }));
    desk.deployment.clock.now += 11 * minute;
    await good(requestAddressChange(member(), { address: stranger(), browser: null }));
    const other = await openDesk(desk.deployment, `other${cases}`);
    await good(addSubscriber(other.as("admin"), { pageId: other.pageId, email: stranger() }));
    const sent = [await mails("invitation"), await mails("sign_in"), await mails("subscriber_confirm")];
    expect(sent).toEqual([1, 1, 1]);
  });

  test("sent again beyond the limit, the last link still works", async () => {
    const { id } = await good(invite(stranger()));
    for (let n = 0; n < 6; n++) {
      desk.deployment.clock.now += minute;
      await good(resendInvitation(desk.owner(), { ...page(), id }));
    }
    expect(await mails("invitation")).toBe(3);
    const { token } = await mailOf(desk.deployment, "invitation");
    const tokenHash = await desk.deployment.ctx().secrets.hash(token);
    const sql = "SELECT id FROM invitation WHERE token_hash = ?1";
    const [found] = await runBatch(desk.deployment.ctx(), [{ sql, params: [tokenHash] }]);
    expect(found?.results).toEqual([{ id }]);
  });

  test("fifty invitations of one address from different pages at once are three mails", async () => {
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => openDesk(desk.deployment, `p${cases}x${n}`)));
    const asked = pages.map(({ pageId, owner }) =>
      createInvitation(owner(), { pageId, role: "viewer", email: stranger() }),
    );
    expect((await Promise.all(asked)).every(({ ok }) => ok)).toBe(true);
    expect(await mails("invitation")).toBe(3);
  });
});

describe("a person's sign-in", () => {
  let networks = 0;
  const address = () => `ada${cases}@example.com`;
  beforeEach(() => addPerson(desk.deployment, { id: `ada${cases}` }));

  async function ask(more: { request?: string; device?: string } = {}) {
    networks += 1;
    desk.deployment.clock.now += 1000;
    const from = `10.${networks >> 8}.${networks & 255}.1`;
    const asked = await good(
      requestSignIn(desk.deployment.ctx(), { address: address(), from, browser: null, ...more }),
    );
    await desk.deployment.settled();
    return asked;
  }

  const enter = async (request: string) => {
    const { token } = await mailOf(desk.deployment);
    const entered = await good(redeemSignInLink(desk.deployment.ctx(), { token, request, userAgent: null }));
    if (entered.kind !== "session") throw new Error("no session");
    return entered;
  };

  test("twenty requests from twenty networks lock nobody out: five mails, and the owner's last link works", async () => {
    const mine = await ask();
    for (let n = 0; n < 4; n++) await ask();
    expect(await mails("sign_in")).toBe(5);
    const owner = await ask({ request: mine.request });
    expect(owner.request).toBe(mine.request);
    expect(await mails("sign_in")).toBe(5);
  });

  test("a link that was mailed works after strangers spent the rest, in the browser that asked", async () => {
    for (let n = 0; n < 4; n++) await ask();
    const mine = await ask();
    for (let n = 0; n < 20; n++) await ask();
    await ask({ request: mine.request });
    expect((await enter(mine.request)).personId).toBe(`ada${cases}`);
  });

  test("a stranger who asks all day long has twenty mails sent", async () => {
    for (let n = 0; n < 24 * 6; n++) {
      await ask();
      desk.deployment.clock.now += 9 * minute;
    }
    expect(await mails("sign_in")).toBe(20);
  });

  test("a browser that they signed in with before has ten more, and nobody else's browser", async () => {
    const { device } = await enter((await ask()).request);
    for (let n = 0; n < 30; n++) await ask();
    expect(await mails("sign_in")).toBe(5);
    const forged = device.replace(/.$/, (letter) => (letter === "A" ? "B" : "A"));
    for (const mark of [forged, `ada${cases}`, "x.y.z", ""]) await ask({ device: mark });
    expect(await mails("sign_in")).toBe(5);
    for (let n = 0; n < 15; n++) await ask({ device });
    expect(await mails("sign_in")).toBe(15);
  });

  test("the ledger names nobody", async () => {
    await ask();
    const [rows] = await runBatch(desk.deployment.ctx(), [{ sql: "SELECT * FROM mail_ledger", params: [] }]);
    expect(JSON.stringify(rows?.results)).not.toMatch(/ada|example/);
  });
});
