import { notice } from "~/db/schema";
import type { TestDeployment } from "./database";
import { put } from "./page";

/** A team notice of the page that reached nobody and is tried no more; what it tells of needs nothing else. */
export async function deadNotice(deployment: TestDeployment, pageId: string): Promise<string> {
  const now = deployment.clock.now;
  const id = deployment.ctx().id();
  const about = { kind: "checks_stopped" as const, subjectId: id, sequence: now, audience: "team" as const };
  const scope = { from: now - 3_600_000, to: now };
  const over = { outcome: "dead" as const, expandedAt: now, cursor: null, recipients: 1, failed: 1 };
  await put(deployment, notice, [
    { id, pageId, ...about, scope, ...over, expiresAt: now + 86_400_000, createdAt: now },
  ]);
  return id;
}
