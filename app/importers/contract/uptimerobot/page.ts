import {
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  foreignTexts,
  parseForeignId,
} from "../foreign-values";
import type { MovedPage } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { convertForeignLinks, toMovedPage } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";
import { isWebAddress } from "../web-address";
import type { RobotMonitor } from "./monitor";

/** Monitors that a status page shows, and their order; JSON between two requests. */
interface RobotPageView extends Record<string, unknown> {
  /** Ids of monitors; empty together with the tags = all. */
  monitorIds: string[];
  tagIds: string[];
  isDescending: boolean;
}

export function parseRobotPageView(value: unknown): RobotPageView {
  const row = foreignRecord(value);
  const ids = foreignTexts(row.monitorIds);
  return {
    // The id 0 stands for all monitors.
    monitorIds: ids.includes("0") ? [] : ids,
    tagIds: ids.includes("0") ? [] : foreignTexts(row.tagIds),
    isDescending: row.isDescending === true || foreignNumber(row.sort) === 2,
  };
}

/** Returns true for a monitor that the page shows. */
export const isShownOnRobotPage = ({ id, from }: RobotMonitor, { monitorIds, tagIds }: RobotPageView): boolean =>
  (monitorIds.length === 0 && tagIds.length === 0) ||
  monitorIds.includes(id ?? "") ||
  foreignList(from.tags).some((tag) => tagIds.includes(foreignText(foreignRecord(tag).id)));

/** Returns monitors in the order of the page, which is by their names. */
export const sortRobotMonitors = (monitors: readonly RobotMonitor[], view: RobotPageView): RobotMonitor[] =>
  monitors.toSorted((one, other) => one.name.localeCompare(other.name, "en") * (view.isDescending ? -1 : 1));

const pageLeftOutFields = {
  icon: unmovedReasons.icon,
  gaCode: unmovedReasons.unmeasured,
  customSettings: unmovedReasons.looks,
};

/** Orders by state, which changes with each check. */
const stateOrders = [3, 4];

export function convertRobotPage(row: Record<string, unknown>, id: string, notes: MoveNotes): MovedPage {
  const name = foreignName(row.friendlyName, "Status page");
  const subject: NoteSubject = { noun: "page", id, name };
  const isPrivate = row.isPasswordSet === true || foreignText(row.password) !== "";
  if (isPrivate) notes.question(subject, "password", unmovedReasons.privatePage);
  if (stateOrders.includes(foreignNumber(row.sort) ?? 0))
    notes.approximated(subject, "sort", unmovedReasons.orderedByName);
  notes.leftOutFields(subject, row, pageLeftOutFields);
  const links = convertForeignLinks([{ label: "", url: row.homepageLink }], subject, "homepageLink", notes);
  const logo = foreignText(row.logo);
  return toMovedPage({
    id,
    name,
    host: row.customDomain,
    isPrivate,
    ...(isWebAddress(logo) && { logoUrl: logo }),
    ...(row.noIndex === true && { isUnlisted: true }),
    ...(links.length > 0 && { links }),
  });
}

/** Keys of pages that one may choose by. */
export const robotPageKeys = (row: Record<string, unknown>) => ({ id: parseForeignId(row.id), name: row.friendlyName });
