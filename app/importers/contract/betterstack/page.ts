import { foreignTimeZone } from "../foreign-time-zone";
import {
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  inForeignOrder,
  parseForeignId,
} from "../foreign-values";
import type { MovedComponent, MovedGroup, MovedPage } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { convertForeignLinks, toMovedPage } from "../moved-things";
import { toReportedUptime } from "../said-uptime";
import { unmovedReasons } from "../unmoved-reasons";
import { daysOfResource } from "./past";
import { readBetterstackStatus } from "./status";

/** A row of JSON:API: its id and its attributes. */
export interface BetterstackRow {
  id: string | null;
  attributes: Record<string, unknown>;
}

export const parseBetterstackRow = (value: unknown): BetterstackRow => {
  const row = foreignRecord(value);
  return { id: parseForeignId(row.id), attributes: foreignRecord(row.attributes) };
};

export const parseBetterstackRows = (body: unknown): BetterstackRow[] =>
  foreignList(foreignRecord(body).data).map(parseBetterstackRow);

const pageFields: Readonly<Record<string, string>> = {
  announcement: unmovedReasons.announcement,
  custom_css: unmovedReasons.looks,
  custom_javascript: unmovedReasons.script,
  google_analytics_id: unmovedReasons.script,
  whitelisted_ip_addresses: unmovedReasons.audience,
};

export function convertBetterstackPage({ id, attributes }: BetterstackRow, notes: MoveNotes): MovedPage {
  const name = foreignName(attributes.company_name, "Status page");
  const subject: NoteSubject = { noun: "page", id, name };
  const zone = foreignText(attributes.timezone);
  const timeZone = foreignTimeZone(zone);
  if (zone !== "" && timeZone === null)
    notes.question(subject, "timezone", `The zone “${zone.slice(0, 60)}” is not known: choose one.`);
  const isPrivate = attributes.password_enabled === true;
  if (isPrivate) notes.question(subject, "password_enabled", unmovedReasons.setPassword);
  notes.leftOutFields(subject, attributes, pageFields);
  const links = [
    { label: name, url: attributes.company_url },
    { label: "Contact", url: attributes.contact_url },
  ];
  return toMovedPage({
    id: id ?? "betterstack",
    name,
    timeZone,
    slug: attributes.subdomain,
    host: attributes.custom_domain,
    logoUrl: attributes.logo_url,
    isPrivate,
    links: convertForeignLinks(links, subject, "company_url", notes),
  });
}

const inPosition = (rows: readonly BetterstackRow[]): BetterstackRow[] =>
  inForeignOrder(rows, ({ attributes }) => attributes.position);

export const convertBetterstackGroups = (rows: readonly BetterstackRow[]): MovedGroup[] =>
  inPosition(rows).flatMap(({ id, attributes }) =>
    id === null ? [] : [{ id, name: foreignName(attributes.name, "Group"), description: "" }],
  );

const watched = ["Monitor", "Heartbeat", "MonitorGroup", "HeartbeatGroup"];
const kept = ["ManuallyTrackedItem", "ManuallyTrackedItemGroup", ""];

/** Returns a resource of the page as a component. */
function movedResource({ id, attributes }: BetterstackRow, timeZone: string, notes: MoveNotes): MovedComponent[] {
  if (id === null) return [];
  const name = foreignName(attributes.public_name, "Component");
  const subject: NoteSubject = { noun: "component", id, name };
  const type = foreignText(attributes.resource_type);
  const isWatched = watched.includes(type);
  if (!isWatched && !kept.includes(type)) {
    notes.unknownWord(subject, "resource_type", type, "people keep its status.");
  }
  const status = readBetterstackStatus(attributes.status, notes, subject, "status");
  const isSet = !isWatched && status !== "operational";
  const widget = foreignText(attributes.widget_type);
  if (widget === "response_times") notes.approximated(subject, "widget_type", unmovedReasons.responseTimes);
  const days = foreignList(attributes.status_history).length;
  const share = foreignNumber(attributes.availability);
  const uptime = days === 0 || share === null ? undefined : toReportedUptime(share * 100, days);
  const history = isWatched ? daysOfResource(attributes.status_history, timeZone, subject, notes) : [];
  return [
    {
      id,
      name,
      description: foreignText(attributes.explanation),
      groupId: parseForeignId(attributes.status_page_section_id),
      manualStatus: isSet ? status : null,
      keptBy: isWatched ? "watched" : "manual",
      startedAt: null,
      showsUptime: widget !== "plain",
      isHidden: false,
      ...(history.length > 0 && { history }),
      ...(uptime && { uptime }),
    },
  ];
}

/** Returns the resources of a page as components; `timeZone` is the one in which the page counts days. */
export const convertBetterstackComponents = (
  rows: readonly BetterstackRow[],
  timeZone: string,
  notes: MoveNotes,
): MovedComponent[] => inPosition(rows).flatMap((row) => movedResource(row, timeZone, notes));

/** Returns the ids of components by what they show, such as `Monitor 1001`. */
export function componentIdsByBetterstackResource(rows: readonly BetterstackRow[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { id, attributes } of rows) {
    const shown = parseForeignId(attributes.resource_id);
    if (id === null || shown === null) continue;
    const name = `${foreignText(attributes.resource_type)} ${shown}`;
    found[name] = [...(found[name] ?? []), id];
  }
  return found;
}
