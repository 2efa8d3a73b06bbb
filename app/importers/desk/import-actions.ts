import { redirect } from "@remix-run/cloudflare";
import { dayStart, isCalendarDate } from "~/time/day";
import { formSubjectOf, type PageDeskRequest } from "~/ui/frame/desk";
import {
  formErrorsResponse,
  formFailureResponse,
  formResultResponse,
  type PostedForm,
  readPostedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { applyImport } from "../apply";
import { cancelImport } from "../cancel";
import { chooseForImport } from "../choose";
import { type ImportView, listImportThings, readImport } from "../read";
import { moveThingKey } from "../rules/foreign-ids";
import type { StoredImportChoices } from "../rules/import-job";
import { areSameImportChoices, withImportConflictAnswer, withImportNounTicks } from "../rules/import-selection";
import { type MovedNoun, movedNouns } from "../rules/moved-nouns";
import { takeOverImport } from "../take-over";
import { undoImport } from "../undo";
import { wordsIn } from "./words/words";

/** Most pages of things that are read to answer for all names that are already here. */
const maxThingPages = 20;

/** Returns the keys of the things of a noun for which a person has to choose. */
async function conflictKeys(desk: PageDeskRequest, id: string, noun: MovedNoun): Promise<string[]> {
  const keys: string[] = [];
  let place: { part: number; from: number } | null = { part: 0, from: 0 };
  for (let pages = 0; place !== null && pages < maxThingPages; pages++) {
    const page: Awaited<ReturnType<typeof listImportThings>> = await listImportThings(desk.ctx, {
      pageId: desk.pageId,
      id,
      noun,
      ...place,
    });
    if (!page.ok) return keys;
    keys.push(...page.value.things.filter(({ verdict }) => verdict === "conflict").map(moveThingKey));
    place = page.value.next;
  }
  return keys;
}

/** Returns the keys of all names that are already here. */
async function allConflictKeys(desk: PageDeskRequest, { id, counts }: ImportView): Promise<string[]> {
  const nouns = movedNouns.filter((noun) => (counts?.[noun]?.verdicts.conflict ?? 0) > 0);
  const found: string[] = [];
  for (const noun of nouns) found.push(...(await conflictKeys(desk, id, noun)));
  return found;
}

/** Returns the first counted day as it was typed, in the page's zone; undefined = it is no date. */
function postedStart(posted: PostedForm, zone: string): number | null | undefined {
  const text = readPostedText(posted.fields, "start").trim();
  if (text === "") return null;
  return isCalendarDate(text) ? dayStart(zone, text) : undefined;
}

/** Returns the choices with what the form says in place. */
async function postedChoices(
  desk: PageDeskRequest,
  posted: PostedForm,
  view: ImportView,
): Promise<StoredImportChoices | null> {
  const { values, fields } = posted;
  const ticked = new Set(movedNouns.filter((noun) => `noun.${noun}` in values));
  const chosen = withImportNounTicks(view.choices, (values.shown ?? "").split(" "), ticked);
  const start = "start" in values ? postedStart(posted, desk.pageZone) : view.choices.handKeptStartMs;
  if (start === undefined) return null;
  const timeZone = "timeZone" in values ? readPostedText(fields, "timeZone").trim() || null : view.choices.timeZone;
  const answer = readPostedText(fields, "conflict");
  const keys = answer === "" ? [] : await allConflictKeys(desk, view);
  return withImportConflictAnswer({ ...chosen, handKeptStartMs: start, timeZone }, keys, answer);
}

/** Returns the input of the verb that stores choices. */
export const importChoicesInputOf = (
  desk: PageDeskRequest,
  posted: PostedForm,
  { conflicts, ...choices }: StoredImportChoices,
) => {
  const { handKeptStartMs: handKeptStart, ...others } = choices;
  return { ...formSubjectOf(desk, posted), ...others, conflicts, handKeptStart };
};

/** Saves the choices; where they are as before, applies what the preview shows. */
async function handleChoices(desk: PageDeskRequest, posted: PostedForm, here: string) {
  const { pageId, id } = formSubjectOf(desk, posted);
  const read = await readImport(desk.ctx, { pageId, id });
  if (!read.ok) return formResultResponse(posted, read, here, "");
  const choices = await postedChoices(desk, posted, read.value);
  if (choices === null) return formErrorsResponse(posted, { start: wordsIn(desk.language).t("preview.start_wrong") });
  if (posted.intent === "apply" && areSameImportChoices(choices, read.value.choices)) {
    const applied = await applyImport(desk.ctx, { pageId, id, commitId: posted.commitId });
    // The page says the state itself, which may have ended before a notice would be read.
    return applied.ok ? redirect(here, 303) : formFailureResponse(posted, applied.failure);
  }
  const chosen = await chooseForImport(desk.ctx, importChoicesInputOf(desk, posted, choices));
  return formResultResponse(posted, chosen, here, "import-chosen");
}

/** Runs what a button of the import's page asks for. */
export async function handleImportPost(desk: PageDeskRequest, posted: PostedForm, here: string) {
  const { pageId, id, commitId } = formSubjectOf(desk, posted);
  const subject = { pageId, id, commitId };
  switch (posted.intent) {
    case "choose":
    case "apply":
      return handleChoices(desk, posted, here);
    case "cancel":
      return formResultResponse(posted, await cancelImport(desk.ctx, subject), here, "import-canceled");
    case "take-over":
      return formResultResponse(posted, await takeOverImport(desk.ctx, subject), here, "import-taken-over");
    case "undo":
      return formResultResponse(posted, await undoImport(desk.ctx, subject), here, "import-undoing");
    default:
      return unknownFormResponse(posted);
  }
}
