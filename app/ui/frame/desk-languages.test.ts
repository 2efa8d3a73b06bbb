import { afterAll, beforeAll, expect, test } from "vitest";
import { shownComponentFields } from "~/components/rules/fields";
import { deskLanguages } from "~/i18n/desk-language";
import { languageOfRoute } from "~/i18n/desk-words";
import { fieldText } from "~/i18n/field-text";
import type { Language } from "~/i18n/languages";
import { refusalText } from "~/i18n/refusal-text";
import { addTranslation } from "~/i18n/word-room";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { deskCatalogueOf } from "../../../tests/support/words";
import { openBrowser } from "../../../tests/support/worker";
import { knownWordsHeader } from "./room-words";
import { missingWordsJson } from "./sent-words";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

const translated = deskLanguages.filter((each) => each !== "en");
const english = deskCatalogueOf("en");

async function signInPage(language: string): Promise<string> {
  const visitor = await openBrowser(deployment);
  return (await visitor.go("/manage/sign-in", { headers: { "accept-language": language } })).text();
}

test("who reads a language that management is not translated into reads English, and is told so", async () => {
  const page = await signInPage("hi");
  expect(page).toContain('<html lang="en" dir="ltr">');
  expect(page).toContain(english["sign-in"]?.page?.about ?? "?");
});

test("what stands around every page, and the page that one signs in on, are there in each language of management", () => {
  for (const language of translated) {
    const rooms = Object.keys(deskCatalogueOf(language));
    expect(rooms, language).toEqual(expect.arrayContaining(["frame", "parts", "sign-in", "failures"]));
  }
});

test("a page whose room a language lacks is in English, in a frame of that language", () => {
  addTranslation("x-part", "sources", { page: { list: "‹Sources›" } });
  const pages = [
    "sources/desk/sources.route",
    "deployment/usage/desk/usage.route",
    "status-page/views/front/front.route",
    null,
  ];
  expect(pages.map((each) => languageOfRoute(each, "x-part"))).toEqual(["x-part", "en", "x-part", "x-part"]);
  expect(pages.map((each) => languageOfRoute(each, "en-XB"))).toEqual(["en-XB", "en-XB", "en-XB", "en-XB"]);
});

test("before there is an account a language is chosen below the sign-in form, and only one that management speaks", async () => {
  const visitor = await openBrowser(deployment);
  const choose = (language: string) =>
    visitor.post("/manage/sign-in?next=%2Fmanage%2Facme", { form: "language", intent: "language", language });
  const chosen = await choose("de");
  expect(chosen.status).toBe(303);
  expect(chosen.headers.get("location")).toBe("/manage/sign-in?next=%2Fmanage%2Facme");
  const cookie = chosen.headers.get("set-cookie")?.split(";")[0] ?? "";
  const page = await visitor.go("/manage/sign-in", { headers: { cookie, "accept-language": "en" } });
  expect(await page.text()).toContain('<html lang="de" dir="ltr">');
  const refused = await choose("tlh");
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain(english["sign-in"]?.language?.unknown ?? "?");
});

test(`management speaks ${deskLanguages.join(", ")}: pages, fields, refusals and what is sent to browsers`, async () => {
  for (const language of translated) {
    const said = deskCatalogueOf(language);
    const page = await signInPage(`${language},en;q=0.5`);
    expect(page).toContain(`<html lang="${language}"`);
    expect(page).toContain(said["sign-in"]?.page?.about ?? "?");
    expect(fieldText(shownComponentFields.name, language).label).toBe(said["fields/components"]?.component?.name);
    expect(refusalText("value.required", language)).toBe(said.failures?.value?.required);
    const words = (known: string, page: Language = language) => {
      const request = new Request("https://x.invalid/manage", { headers: { [knownWordsHeader]: known } });
      const shown = { route: null, onPage: false };
      return JSON.parse(missingWordsJson(deployment.ctx(), shown, request, { frame: language, page }));
    };
    expect(words("en frame:").rooms).toMatchObject({ frame: said.frame, parts: said.parts });
    const all = Object.keys(words("").rooms.frame).join(",");
    expect(Object.keys(words(`${language} frame:${all}`).rooms)).toEqual(["parts"]);
    expect(Object.keys(words(`${language} frame:${all}`, "en").rooms)).toEqual(["frame", "parts"]);
    expect(words("", "en")).toMatchObject({ language, rooms: { frame: said.frame } });
  }
});
