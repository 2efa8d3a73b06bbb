import { mailer, membership, notice, person, subscriber } from "~/db/schema";
import { laneOf } from "~/rules/telling/notice";
import type { TestDeployment } from "./database";
import { put, type TestPage } from "./page";
import { plainSubscriber } from "./plain-subscriber";
import { mailService } from "./world-network";

/** A mail service of the world's network. */
export async function putMailer(deployment: TestDeployment): Promise<void> {
  const { secrets } = deployment.ctx();
  const at = deployment.clock.now;
  const settingsSealed = await secrets.seal(JSON.stringify({ apiKey: "re_1", baseUrl: `https://${mailService}` }));
  const row = { id: "mailer1", kind: "resend", name: "Mail", position: 0, settingsSealed };
  await put(deployment, mailer, [{ ...row, fromAddress: "status@upfront.example", createdAt: at, updatedAt: at }]);
}

const reader = (pageId: string, id: string, now: number) => ({
  pageId,
  id,
  ...plainSubscriber(`${id}@example.com`, now - 1000),
});

/** Each page has a subscriber and a responder. */
export async function putReaders(deployment: TestDeployment, pages: readonly TestPage[]): Promise<void> {
  const { now } = deployment.clock;
  const times = { createdAt: now, updatedAt: now };
  await put(
    deployment,
    subscriber,
    pages.map(({ id, slug }) => reader(id, `reader${slug}`, now)),
  );
  await put(deployment, person, [{ id: "ada", name: "Ada", email: "ada@example.com", ...times }]);
  await put(
    deployment,
    membership,
    pages.map(({ id }) => ({ pageId: id, personId: "ada", role: "responder", createdAt: now })),
  );
}

/** So many people were asked to confirm, and nobody's mail has left yet. */
export async function putWaiting(deployment: TestDeployment, { id: pageId }: TestPage, count: number): Promise<void> {
  if (count === 0) return;
  const { now } = deployment.clock;
  const ids = Array.from({ length: count }, (_, index) => `asked${String(index).padStart(4, "0")}`);
  await put(
    deployment,
    subscriber,
    ids.map((id) => ({ ...reader(pageId, id, now), state: "pending", confirmedAt: null })),
  );
  const ctx = deployment.ctx();
  const about = {
    kind: "subscriber_confirm",
    audience: "subscriber",
    pageId,
    sequence: now,
    lane: laneOf("subscriber_confirm"),
  } as const;
  await put(
    deployment,
    notice,
    ids.map((id) => ({
      ...about,
      id: ctx.id(),
      subjectId: id,
      scope: { subscriber_id: id },
      dueAt: now,
      notBefore: now,
      expiresAt: now + 86_400_000,
      createdAt: now,
    })),
  );
}
