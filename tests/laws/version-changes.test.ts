import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import english from "~/deployment/desk/words/en.json";
import { upfrontVersion, versionChangesForDeployment } from "~/plan/version-changes";
import { openDeployment } from "../support/database";
import { browserOf, makePeople } from "../support/matrix-cast";
import { root } from "../support/sources";

test("what an upgrade alone refuses or turns red is said on System with the way back, and in the changelog", () => {
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const words: Record<string, string> = english.changes;
  const changes = versionChangesForDeployment({ onCloudflare: false });
  expect(changes.filter(({ key }) => !words[key] || !words[`${key}_back`])).toEqual([]);
  // Before its release a version's changes are under "Unreleased".
  const isSaid = (since: string) =>
    changelog.includes(`\n## ${since} (`) || /\n## Unreleased\n\n### What changes/.test(changelog);
  expect(changes.filter(({ since }) => !isSaid(since))).toEqual([]);
});

test.each([
  { plan: "own", isSaid: true },
  { plan: "paid", isSaid: false },
])("System of a deployment on plan $plan says which version runs and what concerns it", async ({ plan, isSaid }) => {
  const deployment = await openDeployment({ UPFRONT_PLAN: plan });
  await makePeople(deployment);
  const page = await (await (await browserOf(deployment, "operator"))?.go("/manage/deployment"))?.text();
  await deployment.close();
  expect(page).toContain(`Upfront ${upfrontVersion}`);
  expect(page?.includes(english.changes.lost_database)).toBe(isSaid);
  expect(page).toContain(english.changes.ses_topic);
  expect(page).not.toContain(english.changes.none);
});
