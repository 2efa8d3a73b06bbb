import { afterAll, beforeAll, describe, test } from "vitest";
import { expectAllCompared, expectNoMoreCompared, type VersionedForm } from "../support/conflicts";
import type { TestDeployment } from "../support/database";
import { browserOf, type Stage } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import { openSignedIn } from "../support/sign-in";
import type { Browser } from "../support/worker";

/** What tells, and who lets people in: each form that was overtaken shows both versions of all that it posts. */
let deployment: TestDeployment;
let stage: Stage;
let admin: Browser;
let operator: Browser;
let mailer = "";
let provider = "";

const placeOf = (answer: Response) => new URL(answer.headers.get("location") ?? "", "http://localhost").pathname;

beforeAll(async () => {
  ({ deployment, stage } = await openStaged());
  admin = await browserOf(deployment, "admin");
  operator = await openSignedIn(deployment);
  const smtp = { name: "Ours", fromAddress: "status@acme.example", "settings.host": "mail.acme.example" };
  const login = { "settings.username": "upfront", "settings.password": "old-hush" };
  mailer = placeOf(
    await operator.post("/manage/deployment/mailers/new?kind=smtp", {
      form: "mailer",
      kind: "smtp",
      ...smtp,
      ...login,
    }),
  );
  provider = placeOf(
    await operator.post("/manage/deployment/providers/new", {
      form: "provider",
      name: "Acme",
      issuer: "https://login.acme.example",
      clientId: "upfront",
      clientSecret: "old-hush",
    }),
  );
});
afterAll(() => deployment.close());

const settings = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`settings.${name}`, value]));

const channel: VersionedForm = {
  what: "a channel",
  form: "channel",
  path: () => `/manage/acme/channels/${stage.channel}`,
  headings: { "event-": "Events to send", "componentIds.": "Components" },
  theirs: () => ({
    name: "Theirs",
    "settings.url": "https://hooks.example.com/theirs-hush",
    "event-draft_opened": "on",
    "event-incident_opened": "",
    minimumSeverity: "error",
    [`componentIds.${stage.components[0]}`]: "on",
    quietFrom: "21:00",
    quietUntil: "06:00",
  }),
  mine: () => ({
    name: "Mine",
    "settings.url": "https://hooks.example.com/mine-hush",
    "event-draft_opened": "",
    "event-incident_opened": "on",
    minimumSeverity: "",
    [`componentIds.${stage.components[0]}`]: "",
    quietFrom: "22:30",
    quietUntil: "07:30",
  }),
};

const aMailer: VersionedForm = {
  what: "a mailer",
  form: "mailer",
  path: () => mailer,
  theirs: () => ({
    name: "Theirs",
    fromAddress: "theirs@acme.example",
    ...settings({ host: "theirs.acme.example", port: "465", security: "tls" }),
    ...settings({ username: "ada", password: "theirs-hush", returnPath: "theirs@in.acme.example" }),
  }),
  mine: () => ({
    name: "Mine",
    fromAddress: "mine@acme.example",
    ...settings({ host: "mine.acme.example", port: "25", security: "off" }),
    ...settings({ username: "bob", password: "mine-hush", returnPath: "mine@in.acme.example" }),
  }),
};

const aProvider: VersionedForm = {
  what: "an identity provider",
  form: "provider",
  path: () => provider,
  theirs: () => ({ name: "Theirs", clientId: "theirs", clientSecret: "theirs-hush" }),
  mine: () => ({ name: "Mine", clientId: "mine", clientSecret: "mine-hush" }),
};

const secrets = ["URL", "Password", "Client secret"];

describe.each([channel, aMailer, aProvider])("$what", (each) => {
  const browser = () => (each === channel ? admin : operator);

  test("what the form posts and what its conflict compares are the same", () => expectAllCompared(browser(), each));

  test("what both typed alike is not compared, and mine over theirs is saved", () =>
    expectNoMoreCompared(browser(), each, secrets));
});
