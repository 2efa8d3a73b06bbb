import { beforeEach, describe, expect, test } from "vitest";
import { createChannel } from "~/channels/create";
import { runBatch } from "~/db/run-batch";
import { readNotice } from "~/outbox/read";
import { listNotices } from "~/outbox/verbs";
import { acceptInvitation } from "~/people/invitations/accept";
import { createInvitation } from "~/people/invitations/create";
import { removeMember } from "~/people/memberships/verbs";
import { requestSignIn } from "~/people/request-sign-in";
import { signInLimits, signInWindowMs } from "~/people/rules/sign-in";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { addSubscriber } from "~/subscribers/add";
import { signFormTimeStamp } from "~/subscribers/form-time";
import { listSubscribers } from "~/subscribers/list";
import { failureOf, good } from "../support/desk";
import { purgeAll } from "../support/purged";
import { polite, startRawSmtp } from "../support/raw-smtp";
import { addressOf, arrange, someSubscribers } from "../support/scenario";
import { addPerson } from "../support/sign-in-mail";
import { setMailer } from "../support/smtp";
import { execute, noticesOf, open, quiet, subscribersOf, toldForEach } from "../support/told";
import { openBrowser } from "../support/worker";

const { told } = toldForEach();

const page = () => ({ pageId: told.pageId });
const mails = () => told.smtp.mails;

describe("addresses are for admins", () => {
  test.each(["viewer", "responder"] as const)(
    "a %s neither searches by them nor finds one in a cursor",
    async (role) => {
      await arrange(told.deployment, someSubscribers(told.pageId, 3));
      const found = await failureOf(listSubscribers(told.as(role), { ...page(), search: "s0", limit: 1 }));
      expect(found?.name).toBe("forbidden");
      const listed = await good(listSubscribers(told.as(role), { ...page(), limit: 1 }));
      expect(JSON.stringify(listed)).not.toContain("s000000@");
      expect((await good(listSubscribers(told.as("admin"), { ...page(), search: "s0" }))).subscribers).toHaveLength(3);
    },
  );

  test("nobody else reads one in what a mail server said", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 2));
    const text = (to: string) => `5.1.1 <${to}>: Recipient address rejected: User unknown`;
    told.smtp.refuse((to) => (to === addressOf(1) ? { code: 550, text: text(to) } : null));
    await open(told);
    await told.sendAll();
    const id = (await noticesOf(told))[0]?.id ?? "";
    const seen = JSON.stringify([
      await good(readNotice(told.as("viewer"), { ...page(), id })),
      await good(listSubscribers(told.as("viewer"), page())),
    ]);
    expect(seen).toContain("User unknown");
    expect(seen).not.toContain("s000001");
    expect((await good(readNotice(told.as("admin"), { ...page(), id }))).failures[0]?.address).toBe(addressOf(1));
  });

  test("nor in why no mail leaves, which may be about another page's subscriber", async () => {
    told.smtp.refuse((to) => ({ code: 554, text: `5.7.1 <${to}>: Relay access denied` }));
    await arrange(told.deployment, someSubscribers(told.pageId, 1));
    await open(told);
    await told.sendAll();
    const outbox = await good(listNotices(told.as("viewer"), page()));
    expect(outbox.mail.lastError).toContain("Relay access denied");
    expect(JSON.stringify(outbox)).not.toContain("s000000@");
  });
});

describe("a stranger's address stops nobody else's mail", () => {
  test.each(["relay@example.com", "ann@relay.example.com", "x@my-relay.example"])("%s", async (email) => {
    told.smtp.refuse((to) =>
      to === email
        ? { code: 450, text: `4.1.2 <${to}>: Recipient address rejected: ${to.split("@")[1]} not found` }
        : null,
    );
    await good(addSubscriber(quiet(told.as("admin")), { ...page(), email }));
    await arrange(told.deployment, someSubscribers(told.pageId, 2));
    await open(told);
    await told.sendAll();
    expect([...told.received().keys()].sort()).toEqual([addressOf(0), addressOf(1)]);
    expect((await good(listNotices(told.as("admin"), page()))).mail.failingSince).toBeNull();
  });

  test("jürgen@example.com, of whom a server would not even hear", async () => {
    const server = await startRawSmtp(
      "220 here\r\n",
      polite((line) =>
        line.startsWith("EHLO") ? "250-here\r\n250 SMTPUTF8\r\n" : line.endsWith("SMTPUTF8") ? "553 no\r\n" : undefined,
      ),
    );
    await setMailer(told.deployment, server, { id: "wide", position: -1 });
    await arrange(told.deployment, someSubscribers(told.pageId, 1, { address: "jürgen@example.com" }));
    await arrange(told.deployment, someSubscribers(told.pageId, 1, {}, 1));
    await open(told);
    await told.sendAll();
    await server.close();
    expect(server.lines).toContain(`RCPT TO:<${addressOf(1)}>`);
    expect(mails()).toEqual([]);
  });

  test("a server that does not relay for us is still nobody's own failure", async () => {
    told.smtp.refuse(() => ({ code: 554, text: "5.7.1 <s000000@example.com>: Relay access denied" }));
    await arrange(told.deployment, someSubscribers(told.pageId, 1));
    await open(told);
    await told.sendAll();
    expect((await subscribersOf(told))[0]?.state).toBe("active");
    expect((await good(listNotices(told.as("admin"), page()))).mail.failingSince).not.toBeNull();
  });
});

test("notices that cannot be written keep none behind them from leaving", async () => {
  const now = told.deployment.clock.now;
  for (let n = 0; n < 25; n++) {
    await execute(
      told,
      `INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, due_at, expires_at, created_at)
       VALUES (?1, ?2, 'invitation', ?1, 0, 'address', '{"sealed":"broken"}', ?3, ?4, ?3)`,
      `broken${n}`,
      told.pageId,
      now - 1000,
      now + 86_400_000,
    );
  }
  await arrange(told.deployment, someSubscribers(told.pageId, 1));
  await open(told);
  for (let minute = 0; minute < 4; minute++) {
    await told.sendAll();
    told.deployment.clock.now += 15_000;
  }
  expect([...told.received().keys()]).toEqual([addressOf(0)]);
});

describe("on the public page", () => {
  let since: string;
  beforeEach(async () => {
    await publishPage(told.deployment.ctx(), told.pageId);
    resetIsolate();
    since = await signFormTimeStamp(told.deployment.ctx());
    told.deployment.clock.now += 5000;
  });
  const nonce = "01j00000000000000000000000";
  const from = (n: number) => ({ "cf-connecting-ip": `192.0.2.${n}` });
  const linkIn = (text = "") => /http:\/\/localhost:8787(\/acme\/subscriptions\/[\w.-]+)/.exec(text)?.[1] ?? "";

  test("who goes back and corrects the address is asked at the corrected one", async () => {
    const { post } = await openBrowser(told.deployment);
    for (const email of ["an@example.com", "ann@example.com", "ann@example.com"])
      await post("/acme/subscribe", { email, scope: "page", since, nonce }, from(1));
    expect(mails().map(({ recipient }) => recipient)).toEqual(["an@example.com", "ann@example.com"]);
  });

  test("who changes something, goes back and leaves has left", async () => {
    const { post } = await openBrowser(told.deployment);
    await post(
      "/acme/subscribe",
      { email: "ann@example.com", scope: "page", since },
      { "cf-connecting-ip": "203.0.113.9" },
    );
    const confirmed = await post(linkIn(mails()[0]?.text), { act: "confirm" });
    const manage = (confirmed.headers.get("location") ?? "").split("?")[0] ?? "";
    await post(manage, { act: "change", scope: "page", timeZone: "Europe/Berlin", nonce });
    await post(manage, { act: "leave", nonce });
    expect((await subscribersOf(told))[0]?.state).toBe("unsubscribed");
  });

  test("a leaving address that is no text is nobody's, and no defect", async () => {
    const { go } = await openBrowser(told.deployment);
    expect((await go("/%E0%A4%A/subscriptions/x/leave", { method: "POST" })).status).toBe(404);
  });

  test("one address asked for at many incidents at once gets one mail", async () => {
    const { post } = await openBrowser(told.deployment);
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push(await open(told, { title: `No. ${n}` }));
    await publishPage(told.deployment.ctx(), told.pageId);
    resetIsolate();
    const fields = (incidentId: string) => ({ email: "ann@example.com", scope: "incident", incidentId, since });
    await Promise.all(ids.map((id, n) => post("/acme/subscribe", fields(id), { "cf-connecting-ip": `203.0.${n}.77` })));
    const asked = (await noticesOf(told)).filter(({ kind }) => kind === "subscriber_confirm");
    expect(asked).toHaveLength(1);
  });
});

test("one network stays within its limit of look-ups, whatever addresses it makes up, and is told so alike for each", async () => {
  await addPerson(told.deployment, { id: "ada" });
  let lookedUp = 0;
  const defer = () => void lookedUp++;
  const asked = (address: string) =>
    requestSignIn({ ...told.deployment.ctx(), defer }, { address, from: "198.51.100.7", browser: null });
  for (let n = 0; n < signInLimits.prefix; n++) await good(asked(`x${n}@example.com`));
  const limited = { name: "limited", retryAfter: signInWindowMs / 1000 };
  for (const address of ["ada@example.com", "nobody@example.com"])
    expect(await failureOf(asked(address))).toEqual(limited);
  expect(lookedUp).toBe(signInLimits.prefix);
  const { post } = await openBrowser(told.deployment);
  const answer = await post(
    "/manage/sign-in",
    { form: "address", address: "ada@example.com" },
    {
      "cf-connecting-ip": "198.51.100.8",
    },
  );
  const html = await answer.text();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "900"]);
  expect(html).toContain("so no email was sent. Wait 15 minutes");
  expect(html).toContain('value="ada@example.com"');
});

test("who signs in while thousands are told does not wait for them", async () => {
  await addPerson(told.deployment, { id: "ada" });
  await arrange(told.deployment, someSubscribers(told.pageId, 2000));
  await open(told);
  expect((await told.send()).left).toBe(true);
  told.deployment.clock.now += 5000;
  const asked = { address: "ada@example.com", from: "203.0.113.50", browser: null };
  let mailed: Promise<unknown> | undefined;
  const defer = (work: Promise<unknown>) => {
    mailed ??= work;
  };
  await good(requestSignIn({ ...quiet(told.deployment.ctx()), defer }, asked));
  await mailed;
  await told.send();
  expect(told.received().get("ada@example.com")).toBe(1);
  expect(told.received().size).toBeLessThan(2000);
});

test("an hour forgets more notices than strangers can make in one, and those of many batches with them", async () => {
  const old = "(id, page_id, kind, subject_id, sequence, audience, scope, outcome, expires_at, created_at)";
  const rows = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n <";
  await execute(
    told,
    `INSERT INTO notice ${old} ${rows} 300) SELECT '00' || n, '', 'sign_in', n, 0, 'person', '{}', 'sent', 1, 1 FROM c`,
  );
  await execute(
    told,
    `INSERT INTO batch (notice_id, round, number, recipients) ${rows} 2500) SELECT '00300', 0, n, '[]' FROM c`,
  );
  const minutes = await purgeAll(() => told.deployment.ctx(), told.deployment.clock.now);
  expect(minutes).toBeLessThan(60);
  const counts = await runBatch(
    told.deployment.ctx(),
    ["notice", "batch"].map((table) => ({ sql: `SELECT count(*) AS count FROM ${table}`, params: [] })),
  );
  expect(counts.map((each) => (each.results[0] as { count: number }).count)).toEqual([0, 0]);
});

test("a signing secret that cannot sign is refused where it is typed", async () => {
  const settings = { url: "https://hooks.example.com/x", secret: `whsec_${"=".repeat(32)}` };
  const given = { ...page(), kind: "webhook", name: "Ops", settings, events: ["incident_opened" as const] };
  expect((await failureOf(createChannel(told.as("admin"), given)))?.name).toBe("invalid");
});

test("who was taken off a page does not come back by a link of their own making", async () => {
  await addPerson(told.deployment, { id: "founder" });
  await addPerson(told.deployment, { id: "eve", pageId: told.pageId, role: "owner" });
  const eve = () => told.deployment.ctx({ kind: "person", id: "eve", operator: false, sessionId: "s" });
  const owning = { ...eve(), member: { pageId: told.pageId, role: "owner" as const } };
  const { link } = await good(createInvitation(owning, { ...page(), role: "owner" }));
  told.deployment.clock.now += 1000;
  await good(removeMember(told.owner(), { ...page(), personId: "eve" }));
  const token = link?.split("/").at(-1) ?? "";
  expect(await failureOf(acceptInvitation(eve(), { token, userAgent: null }))).toEqual({ name: "gone" });
});
