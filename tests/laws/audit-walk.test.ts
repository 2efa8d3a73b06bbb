import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { needsRecentSignIn } from "~/access/step-up";
import { hasActionSentence } from "~/audit/desk/audit-actions";
import { auditDifferences, auditFieldLabel, spelledOutName } from "~/audit/desk/audit-words";
import { wordsIn } from "~/audit/desk/words/words";
import { askingUseCases } from "../support/asking";
import { attacksSaid } from "../support/attacks-said";
import { type AuditStage, type Entry, openAuditStage, secretWord } from "../support/audit-stage";
import { auditSteps } from "../support/audit-steps";
import { explaining } from "../support/explained";
import { filesOf } from "../support/kinds";
import { root } from "../support/sources";
import { auditedUseCases } from "../support/writers";

/** What needs another side to run (an authenticator, a provider of identities), and the test that has one. */
const walkedElsewhere: Record<string, string> = {
  "subscribers/subscribe-endpoint#subscribeEndpoint": "app/subscribers/subscribe-endpoint.test.ts",
  "subscribers/verify-code#verifyCode": "app/subscribers/views/subscribe/verify-code.test.ts",
  "subscribers/leave-everywhere#leaveEverywhere": "app/subscribers/texts.test.ts",
  "subscribers/leave-everywhere#resubscribeEverywhere": "app/subscribers/texts.test.ts",
  "subscribers/take-text#processIncomingSms": "app/subscribers/texts.test.ts",
  "subscribers/take-text-status#processSmsStatusReport": "app/subscribers/texts.test.ts",
  "subscribers/renew-push#renewPushSubscription": "app/subscribers/subscribe-endpoint.test.ts",
  "people/devices/verbs#readDeviceRequest": "app/people/devices/devices.test.ts",
  "people/passkeys/verbs#addPasskey": "app/people/passkeys/passkeys.test.ts",
  "people/passkeys/sign-in#signInByPasskey": "app/people/passkeys/passkeys.test.ts",
  "people/sign-in-by-provider#finishProviderSignIn": "tests/faults/providers.test.ts",
  "providers/verbs#createProvider": "tests/faults/providers.test.ts",
  "audit/deployment#exportDeploymentAudit": "tests/walls/security-events.test.ts",
  "audit/export#exportAudit": "app/audit/list.test.ts",
  "people/operate#endSessionsOfPerson": "tests/walls/operated-people.test.ts",
  "people/operate#disablePerson": "tests/walls/operated-people.test.ts",
  "people/operate#enablePerson": "tests/walls/operated-people.test.ts",
  "people/operate#revokeOperatorRight": "tests/walls/operated-people.test.ts",
  "mailers/take-events#processMailEvents": "app/mailers/api/mail-events.test.ts",
  "configuration/repositories/apply-reading#applyReading": "app/configuration/repositories/repository-files.test.ts",
  "configuration/repositories/run-reading#runRepositoryReading": "app/configuration/repositories/repositories.test.ts",
  "status-page/restating/verbs#startPageRestatement": "app/status-page/restating/restating.test.ts",
  "status-page/unlock#unlockPage": "tests/walls/security-events.test.ts",
  "audit/security/security-event#recordSecurityEvent": "tests/walls/security-events.test.ts",
  "people/operate#listDeploymentPeople": "tests/walls/operated-people.test.ts",
  "subscribers/list#listSubscribers": "app/subscribers/address-reads.test.ts",
  "subscribers/list#readSubscriber": "app/subscribers/address-reads.test.ts",
  "subscribers/export#exportSubscribers": "app/subscribers/subscribers.test.ts",
};

/**
 * Machines' posts, of which the row of the delivery or the ping is itself the entry; parts of an import, whose creation
 * has one; and mails and codes of programs that are asked for, which change nothing until they are used.
 */
const ownEntry = [
  "agents/report#acceptAgentReport",
  "alerts/accept#acceptDelivery",
  "heartbeats/ping-by-mail#recordEmailPing",
  "heartbeats/record#recordPing",
  "importers/add-part#addImportPart",
  "importers/start-reading#startImportReading",
  "inbox/inbox-cell#InboxCell",
  "people/account#requestAddressChange",
  "people/devices/request#requestDeviceCode",
  "people/request-sign-in#requestSignIn",
  "subscribers/request-subscription#requestSubscription",
];

/** What gives access or data away: refused where the sign-in was eleven minutes ago (access/step-up). */
const proven = askingUseCases.filter((key) => !(key in walkedElsewhere));

/** The same as the audit log calls it, with what is tried elsewhere (tests/walls/step-up.test.ts). */
const dangerousActions = [
  "agent.rotate",
  "channel.create",
  "channel.rotate",
  "configuration.apply",
  "configuration.set_secret",
  "deployment.backup",
  "deployment.export_audit",
  "deployment.set_globalping",
  "identity.remove",
  "import.apply",
  "invitation.create",
  "invitation.resend",
  "mailer.create",
  "mailer.delete",
  "mailer.move",
  "mailer.update",
  "membership.change_role",
  "membership.remove",
  "page.delete",
  "page.export",
  "page.export_audit",
  "page.join",
  "page.rotate_passphrase",
  "page.set_host",
  "passkey.add",
  "passkey.remove",
  "person.disable",
  "person.enable",
  "person.end_operator",
  "person.end_sessions",
  "person.remove_address",
  "provider.create",
  "provider.delete",
  "provider.update",
  "repository.create",
  "repository.rotate",
  "repository.update",
  "subscriber.export",
  "token.create",
];

let stage: AuditStage;
let explained: ReturnType<typeof explaining>;

beforeAll(async () => {
  stage = await openAuditStage();
  explained = explaining(stage.deployment);
});
afterAll(() => stage.close());

const words = ({ before, after }: Entry) => JSON.stringify([before, after]);

/** The fields that the log can only spell out. */
const unnamedFields = ({ before, after, subjectKind }: Entry): string[] =>
  auditDifferences(before, after)
    .map(({ name }) => name)
    .filter((name) => auditFieldLabel(wordsIn("en"), name, subjectKind) === spelledOutName(name));

test("every use case that writes leaves an entry that reads as a sentence, without a secret", async () => {
  const trouble: string[] = [];
  const seen = new Set((await stage.newest()).map(({ id }) => id));
  const needing = new Set<string>();
  for (const { key, run } of auditSteps) {
    await stage.deployment.settled();
    stage.deployment.clock.now += 1000;
    if (key !== null && proven.includes(key)) {
      stage.late = true;
      const refused = JSON.stringify(await run(stage));
      stage.late = false;
      if (!refused.includes('"step_up"')) trouble.push(`${key}: done without a fresh sign-in: ${refused}`);
      if ((await stage.newest()).some(({ id }) => !seen.has(id))) trouble.push(`${key}: refused, with an entry`);
    }
    const result = await run(stage).catch((error: unknown) => ({ ok: false, failure: String(error) }));
    const fresh = (await stage.newest()).filter(({ id }) => !seen.has(id));
    for (const entry of fresh) seen.add(entry.id);
    if (key === null) continue;
    if (!result?.ok) trouble.push(`${key}: ${JSON.stringify(result)}`);
    if (fresh.length === 0) trouble.push(`${key}: no entry`);
    for (const entry of fresh) {
      if (needsRecentSignIn(entry.action)) needing.add(key);
      if (!hasActionSentence(entry.action)) trouble.push(`${key}: no words for ${entry.action}`);
      for (const name of unnamedFields(entry)) trouble.push(`${key}: no words for ${name} of ${entry.subjectKind}`);
      if (words(entry).includes(secretWord)) trouble.push(`${key}: a secret in ${words(entry)}`);
      if (words(entry).includes("Hash") || words(entry).includes("Sealed")) trouble.push(`${key}: ${words(entry)}`);
    }
  }
  expect(trouble).toEqual([]);
  expect([...needing].sort()).toEqual(proven);
});

const verbs = filesOf("verbs").map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** The actions of the log that are written out in these files. */
const actionsIn = (files: readonly { text: string }[]): string[] =>
  files
    .flatMap(({ text }) => [...text.matchAll(/"([a-z_]+\.[a-z_]+)"/g)].map(([, word]) => word ?? ""))
    .filter(hasActionSentence);

test("every action of the log is known to be dangerous or not, and one that nobody has named is", () => {
  const dangerous = new Set(actionsIn(verbs).filter(needsRecentSignIn));
  expect([...dangerous].sort()).toEqual(dangerousActions);
  const unknown = ["vault.open", "token.extend", "incident.open"].map(needsRecentSignIn);
  expect(unknown).toEqual([true, true, false]);
});

/** They commit by themselves, without the question: only what signs in, ends a session, or was asked where it began. */
test("nothing dangerous goes past the question", () => {
  const direct = verbs.filter(({ text }) => / (commitPlan|commitNewSession)\(/.test(text));
  expect(direct.length).toBeGreaterThan(5);
  expect(actionsIn(direct).filter(needsRecentSignIn)).toEqual([]);
});

/** Tables of few rows; a list of a page's alerts, sorted; what the walk itself asks for. */
const walkedWhole =
  /^(monitor|monitor_shard|mailer|person|standstill|inbox): |^alert: select .* limit \?|^(audit_entry|notice): select "id", "page_id"/;

test("none of their statements walks a table that grows", async () => {
  const scans = await explained.scans();
  expect(scans.filter((each) => !walkedWhole.test(each))).toEqual([]);
});

test("there is no use case that writes and is not walked", () => {
  const walked = new Set([...auditSteps.map(({ key }) => key), ...Object.keys(walkedElsewhere), ...ownEntry]);
  const all = auditedUseCases();
  expect(all.length).toBeGreaterThan(100);
  const elsewhere = all.filter((key) => key in walkedElsewhere).length;
  const rows = all.filter((key) => ownEntry.includes(key)).length;
  console.log(
    `${all.length} use cases write: ${all.length - elsewhere - rows} walked, ${elsewhere} elsewhere, ${rows} by a row`,
  );
  expect(all.filter((key) => !walked.has(key))).toEqual([]);
  for (const [key, file] of Object.entries(walkedElsewhere)) {
    const path = join(root, file);
    expect([key, existsSync(path) && readFileSync(path, "utf8").includes(key.split("#")[1] ?? "")]).toEqual([
      key,
      true,
    ]);
  }
});

test("docs/security.md says how many of them are asked with a sign-in that is too old", () => {
  expect(attacksSaid("tests/laws/audit-walk.test.ts")).toBe(
    `${proven.length} in that walk, the others in tests of their own`,
  );
});
