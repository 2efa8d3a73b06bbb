import { afterEach, beforeEach, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { membershipTable, personTable } from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { good } from "../support/desk";
import { group, post } from "../support/ingest";
import { aPage, arrange, put, someSubscribers } from "../support/scenario";
import { noticesOf, open, openTold, quiet, type Told } from "../support/told";
import { openBrowser } from "../support/worker";

/** Who is told what, with a real mail server. */
let told: Told;
beforeEach(async () => {
  told = await openTold();
  await arrange(told.deployment, someSubscribers(told.pageId, 1));
});
afterEach(() => told.close());

const refusing = {
  send: async () => {
    throw new Error("queue is overloaded");
  },
} as unknown as Queue<unknown>;

test("the queue refuses; the update is visible, its notice waits and is called delayed, the sweeper sends", async () => {
  const { deployment, pageId } = told;
  await open(told);
  await publishPage(deployment.ctx(), pageId);
  resetIsolate();
  const visitor = await openBrowser(deployment, { settings: { WAKE: refusing } });
  expect(await (await visitor.go("/acme")).text()).toContain("Orders are late");
  expect(await noticesOf(told)).toMatchObject([{ outcome: null }]);
  expect(told.smtp.mails).toHaveLength(0);
  deployment.clock.now += 60_000;
  const ctx = deployment.ctx();
  await handleCronTick({ ...ctx, bindings: { ...ctx.bindings, WAKE: refusing } }, deployment.clock.now);
  await deployment.settled();
  expect(told.smtp.mails).toHaveLength(1);
  expect(await noticesOf(told)).toMatchObject([{ outcome: "sent" }]);
});

test("published twice by the same form is one update and one mail", async () => {
  const input = {
    pageId: told.pageId,
    commitId: "01m7vrt60gzx9a8q5f0p3kd2bn",
    title: "Orders are late",
    body: "We look into it.",
    status: "investigating" as const,
    components: { [told.components[0]]: "partial_outage" as const },
  };
  const both = await Promise.all([
    good(openIncident(quiet(told.as("responder")), input)),
    good(openIncident(quiet(told.as("responder")), input)),
  ]);
  expect(both[0].id).toBe(both[1].id);
  await told.sendAll();
  expect(told.smtp.mails).toHaveLength(1);
});

test("what strangers and editors wrote is harmless in a mail", async () => {
  const body =
    "<script>alert(1)</script> <img src=x onerror=alert(1)> [a](javascript:alert(1)) ![b](data:image/png;base64,AAAA)";
  await open(told, { title: "Orders <b>are</b> late", body });
  await told.sendAll();
  const [mail] = told.smtp.mails;
  expect(mail?.subject).toContain("Orders <b>are</b> late");
  expect(mail?.html).not.toMatch(/<script|onerror=[^&]*>|<img|href="(?:javascript|data):/i);
  expect(mail?.html).toContain("&lt;b&gt;are&lt;/b&gt;");
  expect(mail?.raw.split("\r\n\r\n")[0]).not.toMatch(/^(?:bcc|x-injected):/im);
});

test("the people who act on a page get a mail with the link when an alert opens a draft; viewers do not", async () => {
  const { deployment } = told;
  const page = await arrange(deployment, aPage({ slug: "shop", holdSeconds: 0 }));
  const times = { createdAt: 1, updatedAt: 1 };
  const roles = ["responder", "viewer"] as const;
  await put(
    deployment,
    personTable,
    roles.map((role) => ({ id: role, name: role, email: `${role}@example.com`, ...times })),
  );
  await put(
    deployment,
    membershipTable,
    roles.map((role) => ({ pageId: page.id, personId: role, role, createdAt: 1 })),
  );
  await post(deployment.ctx(), page, group([{ key: "one", startsAt: deployment.clock.now - 60_000 }]));
  await deployment.settled();
  for (let minute = 0; minute < 3; minute++) {
    deployment.clock.now += 60_000;
    await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
  }
  expect(told.smtp.mails.map(({ recipient }) => recipient)).toEqual(["responder@example.com"]);
  expect(told.smtp.mails[0]?.text).toMatch(/http:\/\/localhost:8787\/manage\/shop\/incidents\/\w+/);
});
