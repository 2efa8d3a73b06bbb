import { arrangeComponents } from "~/components/arrange";
import type { Failure, Result } from "~/failures/failure";
import { ok } from "~/failures/failure";
import { englishText, type Refusal, refusalFor } from "~/failures/refusal";
import { requestValues } from "~/fields/api-values";
import { type Fields, fieldApiName } from "~/fields/fields";
import { pageFields } from "~/pages/rules/fields";
import { updatePage } from "~/pages/update";
import { createPage } from "~/pages/verbs";
import type { Ctx } from "~/platform/ctx";
import type { ConfiguredPlace } from "./configured-verb";
import { configuredVerbsByNoun } from "./configured-verbs";
import { type ConfigurationJobKnowledge, findDescribedThing, idsInFileOrder, resolveChangeValues } from "./job-values";
import type { ConfiguredValues, PlannedChange } from "./rules/configuration-types";
import { fileFieldName } from "./rules/configured-references";

type Messages = Record<string, Refusal>;

/** The result of a change: the thing's id, or why it was refused; `again` = it may work later. */
export type ConfigurationChangeOutcome =
  | { is: "done"; id: string }
  | { is: "refused"; messages: Messages }
  | { is: "again"; failure: Failure };

const done = (id: string): ConfigurationChangeOutcome => ({ is: "done", id });
const refused = (messages: Messages): ConfigurationChangeOutcome => ({ is: "refused", messages });

const fieldsOf = (noun: PlannedChange["noun"]): Fields =>
  noun === "page" ? pageFields : configuredVerbsByNoun[noun].fields;

/** Returns the name of a field in a file: a refusal names it as the verb does. */
function fileName(fields: Fields, name: string): string {
  const [head = "", ...rest] = name.split(".");
  const field = fields[head];
  return [field ? fileFieldName(fieldApiName(head, field)) : head, ...rest].join(".");
}

function messagesOf(failure: Failure, fields: Fields): Messages | null {
  switch (failure.name) {
    case "invalid":
      return Object.fromEntries(
        Object.entries(failure.fields).map(([name, message]) => [fileName(fields, name), message]),
      );
    case "conflict":
      return { "": failure.detail ?? englishText(failure.code ?? "conflict") };
    case "forbidden":
      return { "": failure.detail ?? "configuration.no_right" };
    case "unauthenticated":
      return { "": "configuration.no_right" };
    case "missing":
    case "gone":
      return { "": "configuration.gone" };
    default:
      return null;
  }
}

function outcomeOf(result: Result<unknown>, noun: PlannedChange["noun"], id: string): ConfigurationChangeOutcome {
  if (result.ok) return done(id);
  const messages = messagesOf(result.failure, fieldsOf(noun));
  return messages ? refused(messages) : { is: "again", failure: result.failure };
}

const idOf = (result: Result<unknown>): string => (result.ok ? (result.value as { id: string }).id : "");

/** Fields that a new page may be given; the others are set right after it is made. */
const firstPageFields = new Set(["name", "page_description", "time_zone", "language", "accent"]);

const pageInput = (values: ConfiguredValues) => {
  const renamed = Object.entries(pageFields).flatMap(([name, field]) => {
    const api = fieldApiName(name, field);
    const value = values[fileFieldName(api)];
    return value === undefined ? [] : [[api, value] as const];
  });
  const { slug: _slug, ...fields } = requestValues(pageFields, Object.fromEntries(renamed));
  const links = values.links as { label: string; url: string }[] | undefined;
  return { ...fields, ...(links ? { links } : {}) };
};

type PageWords = { name?: string; about?: string; timeZone?: string; language?: string; accent?: string };

async function makePage(
  ctx: Ctx,
  slug: string,
  values: ConfiguredValues,
  commitId: string,
): Promise<ConfigurationChangeOutcome> {
  const first = Object.fromEntries(Object.entries(values).filter(([name]) => firstPageFields.has(name)));
  const { name = "", ...words } = pageInput(first) as PageWords;
  const made = await createPage(ctx, { ...words, name, slug, commitId });
  if (!made.ok) return outcomeOf(made, "page", "");
  const { id: pageId } = made.value;
  const rest = Object.fromEntries(Object.entries(values).filter(([each]) => !firstPageFields.has(each)));
  if (Object.keys(rest).length === 0) return done(pageId);
  const own: Ctx = { ...ctx, member: { pageId, role: "owner" } };
  const changed = await updatePage(own, { ...pageInput(rest), pageId, commitId: `${commitId}2` });
  return outcomeOf(changed, "page", pageId);
}

async function changePage(
  ctx: Ctx,
  { pageId, commitId }: ConfiguredPlace,
  { action, slug }: PlannedChange,
  values: ConfiguredValues,
): Promise<ConfigurationChangeOutcome> {
  const renamed = action === "rename" ? { slug } : {};
  const result = await updatePage(ctx, { ...pageInput(values), ...renamed, pageId, commitId });
  return outcomeOf(result, "page", pageId);
}

const missingMessage = (nouns: readonly string[], key: string) =>
  refusalFor("configuration.missing", { noun: nouns[0] ?? "", key });

/** Makes one planned change with the verbs of its noun. `pageId` null = the page itself is made. */
export async function makeConfigurationChange(
  ctx: Ctx,
  known: ConfigurationJobKnowledge,
  pageId: string | null,
  change: PlannedChange,
  commitId: string,
): Promise<ConfigurationChangeOutcome> {
  const { action, noun, slug, id } = change;
  const place = { pageId: pageId ?? "", commitId };
  if (action === "remove") return removeThing(ctx, place, change);
  const thing = findDescribedThing(known.work, change);
  if (!thing) return refused({ "": "configuration.gone" });
  if (action === "move") {
    const ids = idsInFileOrder(known, place.pageId, thing);
    return outcomeOf(await arrangeComponents(ctx, { ...place, ids }), noun, place.pageId);
  }
  const { values, missing, unknownSecrets } = await resolveChangeValues(ctx, known, place.pageId, thing, change);
  const messages = [
    ...missing.map(({ field, nouns, key }) => [field, missingMessage(nouns, key)] as const),
    ...unknownSecrets.map((name) => ["settings", refusalFor("configuration.no_secret", { name })] as const),
  ];
  if (messages.length > 0) return refused(Object.fromEntries(messages));
  if (noun === "page") {
    return pageId === null ? makePage(ctx, slug, values, commitId) : changePage(ctx, place, change, values);
  }
  const verbs = configuredVerbsByNoun[noun];
  if (action === "create") {
    const made = await verbs.create(ctx, place, values);
    return outcomeOf(made, noun, idOf(made));
  }
  if (id === null) return refused({ "": "configuration.gone" });
  if (Object.keys(values).length === 0) return done(id);
  return outcomeOf(await verbs.change(ctx, { ...place, id }, values), noun, id);
}

/** Removes what the file had made; what is gone already is removed. */
async function removeThing(
  ctx: Ctx,
  place: ConfiguredPlace,
  { noun, id }: PlannedChange,
): Promise<ConfigurationChangeOutcome> {
  if (noun === "page" || id === null) return refused({ "": "configuration.gone" });
  const result = await configuredVerbsByNoun[noun].remove(ctx, { ...place, id });
  const isGone = !result.ok && result.failure.name === "missing";
  return outcomeOf(isGone ? ok(null) : result, noun, id);
}
