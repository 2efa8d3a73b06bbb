import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askingFirst, askingSometimes, askingUseCases } from "../support/asking";
import { root } from "../support/sources";
import { auditedUseCases, calledUseCases } from "../support/writers";

/**
 * Where management asks for a sign-in of the last ten minutes, form by form; a form or a download that is not here asks for
 * nothing. Whether the use cases do ask is tried in tests/laws/audit-walk.test.ts and tests/walls/step-up.test.ts.
 */
const forms: Record<string, string[]> = {
  "people/account/desk/account-actions.ts": [
    "addPasskey",
    "beginPasskeyRegistration",
    "createApiToken",
    "removeIdentity",
    "removeOwnAddress",
    "removePasskey",
    "requestAddressChange",
  ],
  "agents/desk/agent.route.tsx": ["rotateAgentSecret"],
  "audit/desk/audit-export.route.tsx": ["exportAudit"],
  "backup/desk/deployment-backup.route.tsx": ["downloadBackup"],
  "backup/desk/settings-export.route.tsx": ["exportPageBackup"],
  "channels/desk/channel-actions.ts": ["rotateChannelSecrets", "updateChannel"],
  "channels/desk/channel-new.route.tsx": ["createChannel"],
  "configuration/desk/configuration-actions.ts": ["applyConfiguration", "setPageSecret"],
  "configuration/repositories/desk/reading.route.tsx": ["applyReading"],
  "configuration/repositories/desk/repository-actions.ts": ["rotateRepositorySecret", "updateRepository"],
  "configuration/repositories/desk/repository-new.route.tsx": ["createRepository"],
  "deployment/desk/deployment-audit-export.route.tsx": ["exportDeploymentAudit"],
  "deployment/desk/deployment-people.route.tsx": [
    "disablePerson",
    "enablePerson",
    "endSessionsOfPerson",
    "revokeOperatorRight",
  ],
  "deployment/desk/deployment.route.tsx": ["moveMailer", "setGlobalpingToken"],
  "importers/desk/import-actions.ts": ["applyImport"],
  "mailers/desk/mailer-new.route.tsx": ["createMailer"],
  "mailers/desk/mailer.route.tsx": ["deleteMailer", "updateMailer"],
  "pages/desk/pages.route.tsx": ["joinPageAsOwner"],
  "people/devices/desk/device.route.tsx": ["allowDevice"],
  "people/desk/people.route.tsx": ["changeRole", "createInvitation", "removeMember", "resendInvitation"],
  "providers/desk/provider-new.route.tsx": ["createProvider"],
  "providers/desk/provider.route.tsx": ["deleteProvider", "updateProvider"],
  "pages/settings/desk/settings-branding.route.tsx": ["updatePage"],
  "pages/settings/desk/settings-danger.route.tsx": ["deletePage"],
  "pages/settings/desk/settings-domain.route.tsx": ["verifyPageHost"],
  "pages/settings/desk/settings-escalation.route.tsx": ["updatePage"],
  "pages/settings/desk/settings-visibility.route.tsx": ["rotatePagePassphrase", "updatePage"],
  "pages/settings/desk/settings.route.tsx": ["updatePage"],
  "people/sign-in/desk/sign-in-provider.route.tsx": ["startProviderSignIn"],
  "subscribers/desk/subscriber-new.route.tsx": ["addSubscriber"],
  "subscribers/desk/subscribers-export.route.tsx": ["exportSubscribers"],
  "subscribers/desk/subscribers-import.route.tsx": ["importSubscribers"],
};

/** What a program's call does of the same: it has no sign-in, and its token was made within ten minutes of one. */
const calls: Record<string, string[]> = {
  "agents/api/agents.ts": ["rotateAgentSecret"],
  "channels/api/channels.ts": ["createChannel", "rotateChannelSecrets", "updateChannel"],
  "configuration/api/configurations.ts": ["applyConfiguration", "setPageSecret"],
  "configuration/repositories/api/repositories.ts": ["createRepository", "rotateRepositorySecret", "updateRepository"],
  "importers/api/imports.ts": ["applyImport"],
  "pages/api/pages.ts": ["updatePage"],
  "people/api/people.ts": ["createInvitation"],
  "subscribers/api/subscribers.ts": ["addSubscriber"],
};

const asking = new Set([...askingUseCases, ...askingSometimes, ...askingFirst]);

const ofManagement = calledUseCases(["desk", "ui"]);
const ofPrograms = calledUseCases(["api", "top"]);

function askedIn(files: typeof ofManagement): Record<string, string[]> {
  const rows = files.flatMap(([file, useCases]) => {
    const names = useCases.filter((key) => asking.has(key)).map((key) => key.split("#")[1] ?? "");
    return names.length > 0 ? [[file, names.sort()] as const] : [];
  });
  return Object.fromEntries(rows);
}

test("every form and download of management is known to ask for a fresh sign-in or not", () => {
  expect(askedIn(ofManagement)).toEqual(forms);
});

test("every call of the API that a person would be asked for is known", () => {
  expect(askedIn(ofPrograms)).toEqual(calls);
});

test("each use case that asks is reached, and stands in one list", () => {
  const called = new Set([...ofManagement, ...ofPrograms].flatMap(([, useCases]) => useCases));
  expect([...asking].filter((key) => !called.has(key))).toEqual([]);
  expect(asking.size).toBe(askingUseCases.length + askingSometimes.length + askingFirst.length);
});

const namesOf = (keys: readonly string[]) => [...new Set(keys.map((key) => key.split("#")[1] ?? ""))].sort();

/** docs/security.md: when it asks → the use cases that it decides on, each with a reason. */
function decisions(): Map<string, string[]> {
  const said = readFileSync(join(root, "docs/security.md"), "utf8");
  const decided = new Map<string, string[]>();
  for (const [, when = "", names = ""] of said.matchAll(/^\| (always|sometimes|first|never): .{8,} \| (`.*`) \|$/gm)) {
    const each = names.split(", ").map((name) => name.slice(1, -1));
    decided.set(when, [...(decided.get(when) ?? []), ...each]);
  }
  return decided;
}

test("every use case that writes is decided on in docs/security.md, once, as it asks", () => {
  const decided = decisions();
  const sorted = (when: string) => (decided.get(when) ?? []).toSorted();
  expect(sorted("always")).toEqual(namesOf(askingUseCases));
  expect(sorted("sometimes")).toEqual(namesOf(askingSometimes));
  expect(sorted("first")).toEqual(namesOf(askingFirst));
  expect(sorted("never")).toEqual(namesOf(auditedUseCases().filter((key) => !asking.has(key))));
});
