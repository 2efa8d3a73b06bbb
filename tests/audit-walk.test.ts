import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasWords } from "~/desk/audit/audit-actions";
import { differences, fieldName, nameWords } from "~/desk/audit/audit-words";
import { wordsIn } from "~/desk/audit/words";
import { type AuditStage, type Entry, openAuditStage, type Step, secretWord } from "./support/audit-stage";
import { doorSteps } from "./support/audit-steps-doors";
import { pageSteps } from "./support/audit-steps-page";
import { peopleAndPageSteps } from "./support/audit-steps-people";
import { thingSteps } from "./support/audit-steps-things";
import { explaining } from "./support/explained";
import { root } from "./support/sources";
import { auditedUseCases } from "./support/writers";

/** What needs another side to run (an authenticator, a provider of identities), and the test that has one. */
const walkedElsewhere: Record<string, string> = {
  "people/passkeys/add#addPasskey": "app/usecases/people/passkeys/passkeys.test.ts",
  "people/passkeys/sign-in#signInByPasskey": "app/usecases/people/passkeys/passkeys.test.ts",
  "people/sign-in-by-provider#comeBack": "tests/faults/providers.test.ts",
  "providers/create#createProvider": "tests/faults/providers.test.ts",
  "audit/deployment#exportDeploymentAudit": "tests/security-events.test.ts",
  "people/operate#endSessionsOf": "tests/operated-people.test.ts",
  "people/operate#disablePerson": "tests/operated-people.test.ts",
  "people/operate#enablePerson": "tests/operated-people.test.ts",
  "people/operate#endOperator": "tests/operated-people.test.ts",
  "published/unlock#unlockPage": "tests/security-events.test.ts",
  "security/security-event#securityEvent": "tests/security-events.test.ts",
  "subscribers/export#exportSubscribers": "app/usecases/subscribers/subscribers.test.ts",
};

/**
 * Machines' posts, of which the row of the delivery or the ping is itself the entry; and mails that are asked for, which
 * change nothing until they are used.
 */
const ownEntry = [
  "alerts/accept#accept",
  "heartbeats/record#recordPing",
  "people/account#requestAddress",
  "people/request-sign-in#requestSignIn",
  "subscribers/subscribe#subscribe",
];

let stage: AuditStage;
let explained: ReturnType<typeof explaining>;
const steps: Step[] = [...pageSteps, ...thingSteps, ...doorSteps, ...peopleAndPageSteps];

beforeAll(async () => {
  stage = await openAuditStage();
  explained = explaining(stage.deployment);
});
afterAll(() => stage.close());

const words = ({ before, after }: Entry) => JSON.stringify([before, after]);

/** The fields that the log can only spell out. */
const unnamedFields = ({ before, after, subjectKind }: Entry): string[] =>
  differences(before, after)
    .map(({ name }) => name)
    .filter((name) => fieldName(wordsIn("en"), name, subjectKind) === nameWords(name));

test("every use case that writes leaves an entry that reads as a sentence, without a secret", async () => {
  const trouble: string[] = [];
  const seen = new Set((await stage.newest()).map(({ id }) => id));
  for (const { key, run } of steps) {
    stage.deployment.clock.now += 1000;
    const result = await run(stage).catch((error: unknown) => ({ ok: false, failure: String(error) }));
    if (key === null) continue;
    if (!result?.ok) trouble.push(`${key}: ${JSON.stringify(result)}`);
    const fresh = (await stage.newest()).filter(({ id }) => !seen.has(id));
    for (const entry of fresh) seen.add(entry.id);
    if (fresh.length === 0) trouble.push(`${key}: no entry`);
    for (const entry of fresh) {
      if (!hasWords(entry.action)) trouble.push(`${key}: no words for ${entry.action}`);
      for (const name of unnamedFields(entry)) trouble.push(`${key}: no words for ${name} of ${entry.subjectKind}`);
      if (words(entry).includes(secretWord)) trouble.push(`${key}: a secret in ${words(entry)}`);
      if (words(entry).includes("Hash") || words(entry).includes("Sealed")) trouble.push(`${key}: ${words(entry)}`);
    }
  }
  expect(trouble).toEqual([]);
});

/** Tables of few rows; a list of a page's alerts, sorted; what the walk itself asks for. */
const walkedWhole =
  /^(monitor|monitor_shard|mailer|person): |^alert: select .* limit \?|^(audit_entry|notice): select "id", "page_id"/;

test("none of their statements walks a table that grows", async () => {
  const scans = await explained.scans();
  expect(scans.filter((each) => !walkedWhole.test(each))).toEqual([]);
});

test("there is no use case that writes and is not walked", () => {
  const walked = new Set([...steps.map(({ key }) => key), ...Object.keys(walkedElsewhere), ...ownEntry]);
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
