import { isMailAddress } from "~/net/mail-address";
import type { MovedSubscriber } from "../move-document";
import type { NoteSubject } from "../move-notes";
import { unmovedReasons } from "../unmoved-reasons";
import { type CsvReadContext, csvCellComponentIds, csvCellTime } from "./incidents";
import type { CsvLine } from "./table";

const activeWords = /^(?:yes|y|true|1|x|on|ja|oui|si|sí|sim|active|confirmed|subscribed|agreed)$/i;
const declinedWords = /^(?:|no|n|false|0|off|nein|non|não|pending|unconfirmed)$/i;
const leftWords = /^(?:unsubscribed|left|abgemeldet)$/i;

type ConsentFinding = MovedSubscriber["state"] | "none" | "unknown";

function consentOf(word: string): ConsentFinding {
  if (activeWords.test(word)) return "active";
  if (leftWords.test(word)) return "unsubscribed";
  return declinedWords.test(word) ? "none" : "unknown";
}

/** Returns the scope; null when none of the named components is known, as an empty one would mean the whole page. */
function scopeOf(reading: CsvReadContext, line: CsvLine, subject: NoteSubject): string[] | null {
  const ids = csvCellComponentIds(reading, line, subject);
  return ids.length === 0 && reading.columns.cell(line, "components") !== "" ? null : ids;
}

function subscriberOf(reading: CsvReadContext, line: CsvLine, hasAllConsent: boolean): MovedSubscriber | null {
  const { table, columns, notes, problems } = reading;
  const address = columns.cell(line, "email");
  const mode = columns.cell(line, "mode").toLowerCase();
  if (mode !== "" && mode !== "email") {
    const why = "A file brings only email addresses: others subscribe anew.";
    notes.leftOut({ noun: "subscriber", id: `line ${line.line}`, name: mode.slice(0, 30) }, "mode", why);
    return null;
  }
  if (!isMailAddress(address)) {
    problems.push(`${table.path}, line ${line.line}: this is no email address.`);
    return null;
  }
  const subject: NoteSubject = { noun: "subscriber", id: `line ${line.line}`, name: "" };
  const word = columns.cell(line, "confirmed");
  const state = hasAllConsent ? "active" : consentOf(word);
  const consentedAt = csvCellTime(reading, line, "consented_at");
  const componentIds = scopeOf(reading, line, subject);
  if (state === "none") notes.leftOut(subject, "confirmed", unmovedReasons.unconfirmed);
  if (state === "unknown")
    notes.question(subject, "confirmed", "The cell says neither yes nor no: the person is not taken over.");
  if (componentIds === null)
    notes.leftOut(subject, "components", "None of their components is known: they would get everything.");
  if (state === "none" || state === "unknown" || componentIds === null) return null;
  return { kind: "email", address, state, componentIds, consentedAt };
}

/** Translates subscribers with an address and a word on their consent; `hasAllConsent`: the person who imports says so. */
export function convertCsvSubscribers(reading: CsvReadContext, hasAllConsent: boolean): MovedSubscriber[] {
  const subscribers = new Map<string, MovedSubscriber>();
  for (const line of reading.table.lines) {
    const subscriber = subscriberOf(reading, line, hasAllConsent);
    if (!subscriber) continue;
    const key = subscriber.address.toLowerCase();
    if (subscribers.has(key))
      reading.notes.leftOut(
        { noun: "subscriber", id: `line ${line.line}`, name: "" },
        "email",
        "An earlier line has the same address.",
      );
    else subscribers.set(key, subscriber);
  }
  return [...subscribers.values()];
}
