import {
  foreignFlag,
  foreignList,
  foreignName,
  foreignRecord,
  foreignText,
  knownForeignWord,
  parseForeignId,
} from "../foreign-values";
import { toMovedManualComponent } from "../hand-kept-component";
import type { MovedComponent, MovedGroup, MovedSubscriber, MovedTemplate } from "../move-document";
import { hasForeignValue, type MoveNotes, type NoteSubject } from "../move-notes";
import { unmovedReasons } from "../unmoved-reasons";
import {
  type CachetRow,
  cachetInstant,
  cachetRelatedIds,
  cachetStatusNumber,
  isDeletedCachetRow,
  isPublicCachetRow,
  readCachetStatus,
} from "./cachet-row";

const collapseRules: Readonly<Record<string, MovedGroup["collapsed"]>> = {
  "0": "never",
  "1": "always",
  "2": "unless_affected",
};

function collapseRuleOf(value: unknown, notes: MoveNotes, subject: NoteSubject): MovedGroup["collapsed"] {
  const text = foreignText(value).trim();
  if (text !== "" && knownForeignWord(collapseRules, text) === undefined)
    notes.unknownWord(subject, "collapsed", text, "it is collapsed unless affected.");
  return knownForeignWord(collapseRules, text);
}

export function convertCachetGroup(row: CachetRow, notes: MoveNotes): MovedGroup | null {
  const id = parseForeignId(row.id);
  if (id === null) return null;
  const name = foreignName(row.name, "Group");
  const subject: NoteSubject = { noun: "group", id, name };
  if (!isPublicCachetRow(row))
    notes.question(
      subject,
      "visible",
      "Not everybody saw it there, and everybody sees it here: hide its components if need be.",
    );
  const collapsed = collapseRuleOf(row.collapsed, notes, subject);
  return { id, name, description: "", ...(collapsed && { collapsed }) };
}

const leftOutFields = {
  tags: "Components have no tags here.",
  meta: "Values that programs attach have no place here.",
};

/** Returns the description with the link at its end. */
function descriptionOf(row: CachetRow, notes: MoveNotes, subject: NoteSubject): string {
  const [text, link] = [foreignText(row.description), foreignText(row.link).trim()];
  if (link === "") return text;
  notes.approximated(subject, "link", "It stands at the end of the description.");
  return text === "" ? link : `${text} ${link}`;
}

/** Translates a component; `groupIds` are those that groups of version 3 name. */
export function convertCachetComponent(
  row: CachetRow,
  groupIds: Readonly<Record<string, unknown>>,
  explained: ReadonlySet<string>,
  notes: MoveNotes,
): MovedComponent | null {
  const subject: NoteSubject = {
    noun: "component",
    id: parseForeignId(row.id),
    name: foreignName(row.name, "Component"),
  };
  const { id, name } = subject;
  if (id === null || isDeletedCachetRow(row)) {
    const field = id === null ? "id" : "deleted_at";
    notes.leftOut(subject, field, "It was deleted, or has no id.");
    return null;
  }
  const status = readCachetStatus(cachetStatusNumber(row.status), notes, subject, "status");
  if (/^[05]$/.test(cachetStatusNumber(row.status)))
    notes.approximated(subject, "status", "Nobody said how it is: it becomes “no data”.");
  const isHidden = foreignFlag(row.enabled) === false;
  if (isHidden) notes.approximated(subject, "enabled", "It was switched off: it is hidden here.");
  notes.leftOutFields(subject, row, leftOutFields);
  const own =
    parseForeignId(row.group_id ?? row.component_group_id) ??
    cachetRelatedIds(row, "group")[0] ??
    parseForeignId(groupIds[id]);
  return toMovedManualComponent({
    id,
    name,
    description: descriptionOf(row, notes, subject),
    groupId: own === "0" ? null : (own ?? null),
    manualStatus: status === "operational" || explained.has(id) ? null : status,
    isHidden,
  });
}

export function convertCachetTemplate(row: CachetRow, notes: MoveNotes): MovedTemplate | null {
  const id = parseForeignId(row.id);
  if (id === null) return null;
  const name = foreignName(row.name, "Template");
  const body = foreignText(row.template);
  if (/\{[{%!]|@\w/.test(body))
    notes.approximated({ noun: "template", id, name }, "template", unmovedReasons.placeholders);
  return { id, name, title: name, body, status: null };
}

const ways = {
  phone_number: "Its number cannot be told from a name of a country: they subscribe anew.",
  slack_webhook_url: "A chat is added as a channel here.",
};

function componentIdsOf(row: CachetRow): string[] {
  const named = [row.components, row.subscriptions].flatMap(foreignList).map(foreignRecord);
  return [
    ...new Set([
      ...named.flatMap((each) => parseForeignId(each.component_id ?? each.id) ?? []),
      ...cachetRelatedIds(row, "components"),
    ]),
  ];
}

/** Translates a subscriber who confirmed; their code to confirm and leave is never read. */
export function convertCachetSubscriber(row: CachetRow, timeZone: string, notes: MoveNotes): MovedSubscriber | null {
  const subject: NoteSubject = { noun: "subscriber", id: parseForeignId(row.id), name: "" };
  notes.leftOutFields(subject, row, ways);
  if (hasForeignValue(row.slack_webhook_url))
    notes.secretFound(subject, "slack_webhook_url", "Who knows the address can write to the chat: it is not kept.");
  const address = foreignText(row.email).trim();
  const verifiedAt = cachetInstant(row, ["verified_at", "email_verified_at", "verified"], timeZone);
  if (address === "" || (verifiedAt === null && foreignFlag(row.verified) !== true)) {
    notes.leftOut(subject, "verified_at", address === "" ? "It has no email address." : unmovedReasons.unconfirmed);
    return null;
  }
  const isEverything = foreignFlag(row.global) ?? true;
  const componentIds = isEverything ? [] : componentIdsOf(row);
  if (!isEverything && componentIds.length === 0) {
    notes.leftOut(subject, "global", "They chose components, and none is named: they would get everything.");
    return null;
  }
  return { kind: "email", address, state: "active", componentIds, consentedAt: verifiedAt };
}
