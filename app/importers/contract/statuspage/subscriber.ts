import { quotedForeignWord } from "../foreign-statuses";
import { foreignList, foreignText, parseForeignId } from "../foreign-values";
import type { MovedSubscriber } from "../move-document";
import { hasForeignValue, type MoveNotes, type NoteSubject } from "../move-notes";
import { unmovedReasons } from "../unmoved-reasons";
import { type StatuspageRow, statuspageInstant } from "./incident";

const unreadableModes = ["slack", "teams", "integration_partner", "rss"];

/** Returns a number in international form, from the one that is shown there. */
const internationalNumber = (row: StatuspageRow): string | null => {
  const shown = foreignText(row.display_phone_number).replaceAll(/[\s().-]/g, "");
  return /^\+\d{6,15}$/.test(shown) ? shown : null;
};

function wayOf(
  row: StatuspageRow,
  notes: MoveNotes,
  subject: NoteSubject,
): Pick<MovedSubscriber, "kind" | "address"> | null {
  const mode = foreignText(row.mode);
  const email = foreignText(row.email).trim();
  const endpoint = foreignText(row.endpoint).trim();
  if (mode === "email" && email !== "") return { kind: "email", address: email };
  if (mode === "webhook" && endpoint !== "") {
    notes.secretFound(subject, "endpoint");
    notes.approximated(subject, "mode", "Its receiver expects Statuspage’s body, which is what it gets here.");
    if (hasForeignValue(row.email)) notes.leftOut(subject, "email", "A webhook has no email address beside it here.");
    return { kind: "webhook", address: endpoint };
  }
  const number = mode === "sms" ? internationalNumber(row) : null;
  if (number !== null) {
    notes.approximated(subject, "mode", unmovedReasons.texts);
    return { kind: "sms", address: number };
  }
  if (unreadableModes.includes(mode))
    notes.leftOut(subject, "mode", `Statuspage does not show the address of ${mode}: they subscribe anew.`);
  else if (/^(?:email|webhook|sms)$/.test(mode))
    notes.leftOut(subject, "mode", "Its address is missing or cannot be read.");
  else
    notes.question(
      subject,
      "mode",
      `The way ${quotedForeignWord(mode)} is not known here: the person is not taken over.`,
    );
  return null;
}

/** Translates a subscriber of a list: `state` is what the list is of. */
export function convertStatuspageSubscriber(
  row: StatuspageRow,
  state: MovedSubscriber["state"],
  notes: MoveNotes,
): MovedSubscriber | null {
  const subject: NoteSubject = {
    noun: "subscriber",
    id: parseForeignId(row.id),
    name: foreignText(row.mode).slice(0, 30),
  };
  const way = wayOf(row, notes, subject);
  if (!way) return null;
  if (hasForeignValue(row.page_access_user_id))
    notes.leftOut(subject, "page_access_user_id", "Access of single persons is not taken over.");
  if (hasForeignValue(row.purge_at))
    notes.leftOut(subject, "purge_at", "Quarantined addresses are deleted here after 90 days.");
  return {
    ...way,
    state: hasForeignValue(row.quarantined_at) && state === "active" ? "quarantined" : state,
    componentIds: foreignList(row.components).flatMap((each) => parseForeignId(each) ?? []),
    consentedAt: statuspageInstant(row.created_at),
  };
}
