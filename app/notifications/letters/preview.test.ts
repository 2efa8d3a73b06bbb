import { afterEach, beforeEach, expect, test } from "vitest";
import { invitationTable, noticeTable, subscriberTable } from "~/db/schema";
import { type Desk, failureOf, good, openDesk } from "../../../tests/support/desk";
import { bornNotices, bornOf } from "../../../tests/support/letter-notices";
import { plainSubscriber, put } from "../../../tests/support/scenario";
import { open, update } from "../../../tests/support/told";
import { previewNoticeEmail } from "./preview";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const preview = (noticeId: string, pageId = desk.pageId) => previewNoticeEmail(desk.as("viewer"), { pageId, noticeId });

test("an incident's mail as a reader in the page's zone gets it, with its links masked", async () => {
  const id = await open(desk);
  await update(desk, id, "Second word.");
  const [first, second] = await bornNotices(desk);
  const letter = await good(preview(second?.id ?? ""));
  expect(letter.subject).toBe("[Acme] Identified: Orders are late");
  expect(letter.to).toBe("reader@example.com");
  expect(letter.text).toContain("Second word.");
  expect(letter.text).toContain("/acme/subscriptions/••••/leave");
  expect((await good(preview(first?.id ?? ""))).text).not.toContain("Second word.");
});

test("what a digest carries is in its preview", async () => {
  const id = await open(desk);
  await update(desk, id, "Second word.");
  await update(desk, id, "Third word.");
  const [, second, third] = await bornNotices(desk);
  const carrying = {
    ...bornOf(desk, {}),
    ...third,
    id: "digest",
    sequence: 99,
    scope: { ...third?.scope, with: [second?.id] },
  };
  await put(desk.deployment, noticeTable, [carrying]);
  const { text } = await good(preview("digest"));
  expect(text.indexOf("Third word.")).toBeGreaterThan(0);
  expect(text.indexOf("Second word.")).toBeLessThan(text.indexOf("Earlier updates"));
});

test("links and codes of single mails are dots, before and after they are over", async () => {
  const { now } = desk.deployment.clock;
  const ctx = desk.deployment.ctx();
  const sealed = await ctx.secrets.seal(JSON.stringify({ token: "the-token", code: "K7QM2XWD", address: "a@b.co" }));
  const times = { createdAt: now, expiresAt: now + 1 };
  const row = { id: "inv1", pageId: desk.pageId, role: "admin", invitedBy: "x", acceptedAt: 1, ...times };
  await put(desk.deployment, invitationTable, [{ ...row, tokenHash: await ctx.secrets.hash("the-token") }]);
  await put(desk.deployment, subscriberTable, [
    {
      pageId: desk.pageId,
      id: "sub1",
      ...plainSubscriber("ada@example.com", now),
    },
  ]);
  await put(desk.deployment, noticeTable, [
    bornOf(desk, { id: "inv", kind: "invitation", subjectId: "inv1", audience: "address", scope: { sealed } }),
    bornOf(desk, { id: "sub", kind: "subscriber_confirm", scope: { subscriber_id: "sub1" } }),
    bornOf(desk, { id: "open", pageId: "", kind: "sign_in", subjectId: "s1", audience: "person", scope: { sealed } }),
    bornOf(desk, { id: "over", pageId: "", kind: "sign_in", subjectId: "s2", audience: "person", scope: {} }),
  ]);
  const operator = desk.deployment.ctx({ kind: "person", id: "o", operator: true, sessionId: "s" });
  const letters = [
    await good(preview("inv")),
    await good(preview("sub")),
    await good(previewNoticeEmail(operator, { pageId: "", noticeId: "open" })),
    await good(previewNoticeEmail(operator, { pageId: "", noticeId: "over" })),
  ];
  for (const { html, text } of letters) {
    expect(text).toContain("••••");
    expect(html).toContain("••••");
    expect(`${html}${text}`).not.toMatch(/the-token|K7QM|a@b\.co|ada@example/);
  }
});

test("who may look: members of the page; the deployment's own mails are the operator's", async () => {
  await open(desk);
  const [row] = await bornNotices(desk);
  const asked = { pageId: desk.pageId, noticeId: row?.id ?? "" };
  expect(await failureOf(previewNoticeEmail(desk.deployment.ctx(), asked))).toMatchObject({ name: "unauthenticated" });
  expect(await failureOf(previewNoticeEmail(desk.as(null), asked))).toMatchObject({ name: "missing" });
  expect(await failureOf(previewNoticeEmail(desk.owner(), { ...asked, pageId: "" }))).toMatchObject({
    name: "forbidden",
  });
  expect(await failureOf(preview("nothing"))).toMatchObject({ name: "missing" });
});
