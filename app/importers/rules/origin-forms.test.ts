import { expect, test } from "vitest";
import { pageImportCommand } from "./import-command";
import { knownOrigins } from "./known-origins";
import { readPostedOriginChoices, variableOriginChoices } from "./origin-extras";
import {
  findOriginForm,
  firstOriginForms,
  type OriginFormDefinition,
  originGuidePath,
  otherOriginForms,
} from "./origin-forms";

const formOf = (name: string) => findOriginForm(name) as OriginFormDefinition;

test("each origin is offered once, those of the first list first, with a file where it reads files", () => {
  const forms = [...firstOriginForms, ...otherOriginForms];
  expect(forms.map(({ name }) => name)).toEqual(knownOrigins.map(({ name }) => name));
  expect([firstOriginForms[0]?.name, firstOriginForms.at(-1)?.name]).toEqual(["statuspage", "instatus"]);
  for (const { name, files, fileNames, key, keyPlace } of forms) {
    expect([name, fileNames.length > 0, keyPlace !== ""]).toEqual([name, files.length > 0, key !== "none"]);
  }
  expect(findOriginForm("nothing")).toBeNull();
  expect(["gatus", "kener"].map((name) => originGuidePath(formOf(name)))).toEqual([
    "docs/moving-in/gatus.md",
    "docs/moving-in.md",
  ]);
});

test.each([
  [
    "csv",
    { "extra.noun": "incidents", "extra.incidents.title": " Betreff ", "extra.dates": "" },
    { noun: "incidents", "incidents.title": "Betreff" },
  ],
  ["csv", { "extra.page": "x", noun: "incidents" }, {}],
  ["gatus", { "extra.variables": "TOKEN=a=b\n$HOST = db\n\nnothing" }, { $TOKEN: "a=b", $HOST: "db" }],
  ["kener", { "extra.version": "3" }, { version: "3" }],
  ["pingdom", { "extra.page": "x" }, {}],
])("the form of %s carries its own choices alone", (name, values, choices) => {
  expect(readPostedOriginChoices(formOf(name), values as Record<string, string>)).toEqual(choices);
});

test("a line without a name is no variable", () => {
  expect(variableOriginChoices("=x\n1A=x\nA")).toEqual({});
});

test.each([
  ["uptime-kuma", "npm run import -- uptime-kuma kuma.db --to https://up.example --page acme"],
  [
    "statuspage",
    "npm run import -- statuspage --url https://status.example.com --key-env API_KEY --to https://up.example --page acme",
  ],
  ["pingdom", "npm run import -- pingdom --key-env API_KEY --to https://up.example --page acme"],
])("the command for %s names what it reads and where it goes", (name, command) => {
  expect(pageImportCommand(formOf(name), { deployment: "https://up.example", slug: "acme" })).toBe(command);
});
