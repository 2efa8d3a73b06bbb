import { afterAll, beforeAll, expect, test } from "vitest";
import { deskLanguages } from "~/i18n/desk-language";
import { fieldText } from "~/i18n/field-text";
import { refusalText } from "~/i18n/refusal-text";
import { shownComponentFields } from "~/rules/components/fields";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { deskCatalogueOf } from "../../../tests/support/words";
import { openBrowser } from "../../../tests/support/worker";
import { knownWordsHeader } from "./room-words";
import { sentWords } from "./sent-words";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

const translated = deskLanguages.filter((each) => each !== "en");
const english = deskCatalogueOf("en");

const gapsOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([gap]) => gap).sort();
const plain = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");
const texts = (tree: Record<string, Record<string, string>> = {}) =>
  Object.entries(tree).flatMap(([group, keys]) =>
    Object.entries(keys).map(([key, text]) => ({ key: `${group}.${plain(key)}`, text })),
  );

async function signInPage(language: string): Promise<string> {
  const visitor = await openBrowser(deployment);
  return (await visitor.go("/manage/sign-in", { headers: { "accept-language": language } })).text();
}

test("who reads a language that management is not translated into reads English, and is told so", async () => {
  const page = await signInPage("ja");
  expect(page).toContain('<html lang="en" dir="ltr">');
  expect(page).toContain(english["sign-in"]?.page?.about ?? "?");
});

test("each language of management has all words of all rooms, with their placeholders", () => {
  const rooms = Object.keys(english).sort();
  expect(rooms).toEqual(expect.arrayContaining(["frame", "sign-in", "fields/people", "failures"]));
  for (const language of translated) {
    const said = deskCatalogueOf(language);
    const known = Object.keys(said).filter((room) => room !== "adapters");
    expect(known.sort(), language).toEqual(rooms);
    for (const room of rooms) {
      const gaps = new Map(texts(english[room]).map(({ key, text }) => [key, gapsOf(text)]));
      const there = texts(said[room]);
      expect(new Set(there.map(({ key }) => key)), `${language}/${room}`).toEqual(new Set(gaps.keys()));
      const wrong = there.filter(({ key, text }) => gapsOf(text).some((gap) => !gaps.get(key)?.includes(gap)));
      expect(wrong, `${language}/${room}`).toEqual([]);
    }
  }
});

test(`management speaks ${deskLanguages.join(", ")}: pages, fields, refusals and what is sent to browsers`, async () => {
  for (const language of translated) {
    const said = deskCatalogueOf(language);
    const page = await signInPage(`${language},en;q=0.5`);
    expect(page).toContain(`<html lang="${language}"`);
    expect(page).toContain(said["sign-in"]?.page?.about ?? "?");
    expect(fieldText(shownComponentFields.name, language).label).toBe(said["fields/components"]?.component?.name);
    expect(refusalText("value.required", language)).toBe(said.failures?.value?.required);
    const words = (known: string) => {
      const request = new Request("https://x.invalid/manage", { headers: { [knownWordsHeader]: known } });
      return JSON.parse(sentWords({ route: null, onPage: false }, request, language));
    };
    expect(words("en frame:").rooms).toMatchObject({ frame: said.frame, parts: said.parts });
    const all = Object.keys(words("").rooms.frame).join(",");
    expect(Object.keys(words(`${language} frame:${all}`).rooms)).toEqual(["parts"]);
  }
});
