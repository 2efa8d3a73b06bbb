import { plainForeignText } from "../chosen-page";
import { quotedForeignWord } from "../foreign-statuses";
import {
  foreignInstant,
  foreignList,
  foreignName,
  foreignRecord,
  foreignText,
  isForeignRecord,
  parseForeignId,
} from "../foreign-values";
import { toMovedManualComponent } from "../hand-kept-component";
import type { MovedComponent, MovedGroup, MovedPage, MovedSubscriber, MovedTemplate } from "../move-document";
import { hasForeignValue, type MoveNotes, type NoteSubject } from "../move-notes";
import { toMovedPage } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";
import { formerStatuspageId, type InstatusRow, parseInstatusInstant, readInstatusStatus } from "./incident-rows";

const pageFields = {
  faviconUrl: unmovedReasons.icon,
  websiteUrl: "A link to the website has no place here.",
  publicEmail: "Write it into the page’s text if visitors need it.",
  googleAnalytics: unmovedReasons.unmeasured,
  translations: "Texts come in the page’s first language.",
};

export function convertInstatusPage(row: InstatusRow, notes: MoveNotes): MovedPage | null {
  const id = parseForeignId(row.id);
  if (id === null) return null;
  const name = foreignName(plainForeignText(row.name), "Status page");
  notes.leftOutFields({ noun: "page", id, name }, row, pageFields);
  const language = foreignText(row.language);
  return toMovedPage({
    id,
    name,
    slug: row.subdomain,
    host: row.customDomain,
    accentColor: row.brandColor,
    logoUrl: row.logoUrl,
    isPrivate: row.private === true,
    languages: language === "" ? [] : [language],
  });
}

/** Returns the id of the group that a component names, as a text or an object. */
export const instatusGroupIdOf = (row: InstatusRow): string | null =>
  parseForeignId(isForeignRecord(row.group) ? row.group.id : row.group) ?? parseForeignId(row.groupId);

/** Returns the group that a component describes itself, where it is an object with a name. */
export function convertInstatusNestedGroup(row: InstatusRow): MovedGroup | null {
  const group = foreignRecord(row.group);
  const id = parseForeignId(group.id);
  return id === null ? null : { id, name: foreignName(plainForeignText(group.name), "Group"), description: "" };
}

export const convertInstatusGroup = (row: InstatusRow, id: string): MovedGroup => ({
  id,
  name: foreignName(plainForeignText(row.name), "Group"),
  description: plainForeignText(row.description),
  ...formerStatuspageId(row),
});

const componentFields = {
  translations: "Texts come in the page’s first language.",
  uniqueEmail: "No email changes a component here: change the address in the tool that writes to it.",
};

export function convertInstatusComponent(
  row: InstatusRow,
  explained: ReadonlySet<string>,
  notes: MoveNotes,
): MovedComponent | null {
  const id = parseForeignId(row.id);
  const name = foreignName(plainForeignText(row.name), "Component");
  const subject: NoteSubject = { noun: "component", id, name };
  if (id === null) {
    notes.leftOut(subject, "id", "It has no id.");
    return null;
  }
  const status = readInstatusStatus(row.status, notes, subject, "status");
  notes.leftOutFields(subject, row, componentFields);
  if (row.isThirdParty === true)
    notes.question(subject, "isThirdParty", "Its vendor’s status page is not in the API: add a monitor of it.");
  const isArchived = hasForeignValue(row.archivedAt);
  if (isArchived) notes.approximated(subject, "archivedAt", "It was archived: it is hidden here.");
  return toMovedManualComponent({
    id,
    name,
    description: plainForeignText(row.description),
    groupId: instatusGroupIdOf(row),
    manualStatus: status === "operational" || explained.has(id) ? null : status,
    startedAt: foreignInstant(row.startDate, "UTC"),
    showsUptime: row.showUptime !== false,
    isHidden: isArchived,
    ...formerStatuspageId(row),
  });
}

const templateStatuses = ["investigating", "identified", "monitoring", "resolved"] as const;

export function convertInstatusTemplate(row: InstatusRow, notes: MoveNotes): MovedTemplate | null {
  const id = parseForeignId(row.id);
  if (id === null) return null;
  const name = foreignName(plainForeignText(row.name), "Template");
  const subject: NoteSubject = { noun: "template", id, name };
  if (foreignText(row.type).toUpperCase() === "MAINTENANCE") {
    notes.leftOut(subject, "type", "Templates of maintenances have no place here.");
    return null;
  }
  const word = foreignText(row.status).toLowerCase();
  const status = templateStatuses.find((each) => each === word) ?? null;
  if (status === null && word !== "")
    notes.question(subject, "status", `The status ${quotedForeignWord(word)} is not known here: choose one.`);
  const components = foreignList(row.components).flatMap((each) => {
    const { componentId, id: rowId, status: given } = foreignRecord(each);
    const own = parseForeignId(componentId ?? rowId);
    const isSaid = foreignText(given) !== "";
    const to = isSaid ? readInstatusStatus(given, notes, subject, "components.status") : null;
    return own === null ? [] : [{ componentId: own, status: to }];
  });
  const chosen = components.length > 0 && { components };
  return { id, name, title: name, body: plainForeignText(row.message), status, ...chosen };
}

const otherWays = ["discordWebhook", "slackWebhook", "microsoftTeamsWebhook", "discord", "slack", "microsoftTeams"];

function wayOf(
  row: InstatusRow,
  notes: MoveNotes,
  subject: NoteSubject,
): Pick<MovedSubscriber, "kind" | "address"> | null {
  const [email, phone, webhook] = [row.email, row.phone, row.webhook].map((each) => foreignText(each).trim());
  if (email) return { kind: "email", address: email };
  if (phone && /^\+\d{6,15}$/.test(phone)) {
    notes.approximated(subject, "phone", unmovedReasons.texts);
    return { kind: "sms", address: phone };
  }
  if (webhook) {
    notes.secretFound(subject, "webhook");
    notes.approximated(subject, "webhook", "Its receiver expects the body of Instatus, and gets another one here.");
    return { kind: "webhook", address: webhook };
  }
  const found = otherWays.filter((each) => hasForeignValue(row[each]));
  for (const each of found) notes.secretFound(subject, each, "It can hold a secret: nothing of it is kept.");
  notes.leftOut(subject, found[0] ?? "email", "It has no address that can be taken over.");
  return null;
}

/** Translates a subscriber who confirmed; the others agreed to nothing. */
export function convertInstatusSubscriber(row: InstatusRow, notes: MoveNotes): MovedSubscriber | null {
  const subject: NoteSubject = { noun: "subscriber", id: parseForeignId(row.id), name: "" };
  if (row.confirmed !== true) {
    notes.leftOut(subject, "confirmed", unmovedReasons.unconfirmed);
    return null;
  }
  const way = wayOf(row, notes, subject);
  if (!way) return null;
  const componentIds =
    row.all === false
      ? foreignList(row.components).flatMap((each) => parseForeignId(foreignRecord(each).id ?? each) ?? [])
      : [];
  if (row.all === false && componentIds.length === 0) {
    notes.leftOut(subject, "components", "They chose components, and none is named: they would get everything.");
    return null;
  }
  return { ...way, state: "active", componentIds, consentedAt: parseInstatusInstant(row.createdAt) };
}
