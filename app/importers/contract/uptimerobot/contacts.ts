import type { MovedChannel } from "../../rules/moved-channel";
import { foreignName, foreignText, knownForeignWord, parseForeignId } from "../foreign-values";
import type { MoveNotes } from "../move-notes";
import { convertForeignChannel } from "../moved-channels";
import { unmovedReasons } from "../unmoved-reasons";
import { isWebAddress } from "../web-address";

/** Kinds of contacts that are one address, by the numbers of v2 and the words of v3 without spaces. */
const kindsByType: Readonly<Record<string, string>> = {
  5: "webhook",
  11: "slack",
  webhook: "webhook",
  slack: "slack",
  discord: "discord",
  msteams: "teams",
  microsoftteams: "teams",
  googlechat: "google-chat",
  mattermost: "mattermost",
};

/** Emails and texts reach people of the team here without a channel. */
const people = new Set(["1", "2", "sms", "email", "e-mail"]);

const offStates = new Set(["0", "1", "paused", "inactive", "notactivated"]);

const wordOf = (value: unknown): string => foreignText(value).toLowerCase().replaceAll(/[\s_]/g, "");

function reasonOf(type: string): string {
  if (people.has(type)) return unmovedReasons.people;
  return knownForeignWord(kindsByType, type) !== undefined ? unmovedReasons.maskedContact : unmovedReasons.contactKind;
}

/** Translates a contact that is one address; of others, and of masked ones, the name alone is told. */
export function movedRobotContact(row: Record<string, unknown>, notes: MoveNotes): MovedChannel[] {
  const [id, type] = [parseForeignId(row.id), wordOf(row.type)];
  const name = foreignName(row.friendlyName ?? row.friendly_name ?? row.name, "Without a name");
  const url = foreignText(row.value).trim();
  const kind = knownForeignWord(kindsByType, type);
  if (kind === undefined || id === null || !isWebAddress(url) || url.includes("*")) {
    notes.leftOut({ noun: "channel", id, name }, "alert_contacts", reasonOf(type));
    return [];
  }
  return convertForeignChannel(
    {
      id,
      name,
      type: kind,
      config: { url, "webhook-url": url },
      isPaused: offStates.has(wordOf(row.status)),
      field: "alert_contacts",
    },
    notes,
  );
}
