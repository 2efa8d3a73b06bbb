import { isTimeZone } from "~/time/day";
import { componentStatusReader, quotedForeignWord, statusByStatuspageWord } from "../foreign-statuses";
import { foreignTimeZone } from "../foreign-time-zone";
import {
  foreignInstant,
  foreignList,
  foreignName,
  foreignRecord,
  foreignText,
  parseForeignId,
} from "../foreign-values";
import { toMovedManualComponent } from "../hand-kept-component";
import type { MovedComponent, MovedGroup, MovedPage, MovedTemplate } from "../move-document";
import { hasForeignValue, type MoveNotes, type NoteSubject } from "../move-notes";
import { toMovedPage } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";
import { type StatuspageRow, statuspageMarkdown } from "./incident";

const readStatus = componentStatusReader({ ...statusByStatuspageWord, "": "operational" });

const pageLeftOutFields = {
  headline: "A headline above the page has no place here.",
  support_url: "Write it into the page’s text if visitors need it.",
  notifications_from_email: "The sender of emails is set on the mailer here.",
  notifications_email_footer: "Emails have a footer of their own here.",
  twitter_username: "There is no link to X here.",
  ip_restrictions: "Limits by IP address have no place here; the page becomes private.",
  viewers_must_be_team_members: "Sign-in of visitors has no place here; the page becomes private.",
  hero_cover: "A cover image has no place here.",
};

const urlIn = (value: unknown): string => foreignText(foreignRecord(value).url);

function pageNotes(row: StatuspageRow, notes: MoveNotes, subject: NoteSubject): void {
  const plain = { ...row, hero_cover: urlIn(row.hero_cover) };
  notes.leftOutFields(subject, plain, pageLeftOutFields);
  if (urlIn(row.favicon_logo) !== "") notes.leftOut(subject, "favicon_logo", unmovedReasons.icon);
  if (hasForeignValue(row.css_link_color))
    notes.approximated(subject, "css_*", "The colour of links becomes the accent; other colours follow from it.");
  if (row.allow_email_subscribers !== undefined)
    notes.leftOut(subject, "allow_*_subscribers", "The ways to subscribe are chosen on the page here.");
  const ways = ["city", "state", "country", "branding", "activity_score"].filter((name) => hasForeignValue(row[name]));
  if (ways.length > 0) notes.leftOut(subject, ways.join(", "), "These have no place here.");
}

function zoneOf({ time_zone: word }: StatuspageRow, notes: MoveNotes, subject: NoteSubject): string | null {
  const known = foreignTimeZone(foreignText(word));
  if (known === null && foreignText(word) !== "")
    notes.question(
      subject,
      "time_zone",
      `The zone ${quotedForeignWord(word)} is not known here: choose the page’s zone.`,
    );
  return known;
}

/** Translates the page of v1 or the `page` of v2. */
export function convertStatuspagePage(row: StatuspageRow, notes: MoveNotes): MovedPage | null {
  const id = parseForeignId(row.id);
  if (id === null) return null;
  const name = foreignName(row.name, "Status page");
  const subject: NoteSubject = { noun: "page", id, name };
  pageNotes(row, notes, subject);
  return toMovedPage({
    id,
    name,
    about: row.page_description,
    timeZone: zoneOf(row, notes, subject),
    slug: row.subdomain,
    host: row.domain,
    accentColor: row.css_link_color,
    logoUrl: urlIn(row.transactional_logo) || urlIn(row.email_logo) || null,
    ...(row.hidden_from_search === true && { isUnlisted: true }),
    isPrivate: hasForeignValue(row.ip_restrictions) || row.viewers_must_be_team_members === true,
  });
}

export function convertStatuspageGroup(row: StatuspageRow): MovedGroup | null {
  const id = parseForeignId(row.id);
  return id === null ? null : { id, name: foreignName(row.name, "Group"), description: foreignText(row.description) };
}

const dayInZone = (value: unknown, timeZone: string): number | null => {
  const day = foreignText(value);
  return /^\d{4}-\d\d-\d\d$/.test(day) ? foreignInstant(day, isTimeZone(timeZone) ? timeZone : "UTC") : null;
};

/** Translates a component; `explained` are those whose status an open incident or maintenance sets. */
export function convertStatuspageComponent(
  row: StatuspageRow,
  timeZone: string,
  explained: ReadonlySet<string>,
  notes: MoveNotes,
): MovedComponent | null {
  const id = parseForeignId(row.id);
  const name = foreignName(row.name, "Component");
  const subject: NoteSubject = { noun: "component", id, name };
  if (id === null) {
    notes.leftOut(subject, "id", "It has no id.");
    return null;
  }
  const status = readStatus(row.status ?? "(none)", notes, subject, "status");
  if (hasForeignValue(row.automation_email))
    notes.leftOut(
      subject,
      "automation_email",
      "No email changes a component here: change the address in the tool that writes to it.",
    );
  const component = toMovedManualComponent({
    id,
    name,
    description: foreignText(row.description),
    groupId: parseForeignId(row.group_id),
    manualStatus: status === "operational" || explained.has(id) ? null : status,
    startedAt: dayInZone(row.start_date, timeZone),
    showsUptime: row.showcase !== false,
  });
  return row.only_show_if_degraded === true ? { ...component, onlyShownIfAffected: true } : component;
}

const templateLeftOutFields = {
  group_id: "Groups of templates have no place here.",
  should_tweet: "There are no posts to X here.",
  should_send_notifications: "Whether people are told is chosen with each update here.",
};

const templateStatuses = ["investigating", "identified", "monitoring", "resolved"] as const;

export function convertStatuspageTemplate(row: StatuspageRow, notes: MoveNotes): MovedTemplate | null {
  const id = parseForeignId(row.id);
  if (id === null) return null;
  const name = foreignName(row.name, "Template");
  const subject: NoteSubject = { noun: "template", id, name };
  notes.leftOutFields(subject, row, templateLeftOutFields);
  const [title, body] = [foreignText(row.title), statuspageMarkdown(row.body)];
  if (/\{\{|\{%/.test(title + body)) notes.approximated(subject, "body", unmovedReasons.placeholders);
  const word = foreignText(row.update_status);
  const status = templateStatuses.find((each) => each === word) ?? null;
  if (status === null && word !== "")
    notes.question(subject, "update_status", `The status “${word.slice(0, 60)}” is none of an incident: choose one.`);
  const ids = foreignList(row.components).flatMap((each) => parseForeignId(foreignRecord(each).id ?? each) ?? []);
  const components = ids.map((componentId) => ({ componentId, status: null }));
  return { id, name, title, body, status, ...(components.length > 0 && { components }) };
}
