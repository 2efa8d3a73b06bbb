import { isTimeZone } from "~/time/day";
import { type CsvNoun, csvColumnsOf, csvNounOf } from "../contract/csv/columns";
import { type CsvComponents, convertCsvComponents, csvComponentNamesOf } from "../contract/csv/components";
import type { CsvDateOrder } from "../contract/csv/dates";
import { type CsvReadContext, convertCsvIncidents } from "../contract/csv/incidents";
import { convertCsvSubscribers } from "../contract/csv/subscribers";
import { parseCsvTable } from "../contract/csv/table";
import type { MovedIncident, MovedSubscriber } from "../contract/move-document";
import { dropRepeatedNotes, MoveNotes } from "../contract/move-notes";
import type { ImportOrigin, OriginFile, OriginResult, OriginSettings } from "../contract/origin";
import { originRefusal } from "../contract/origin-texts";

type NamedReading = Omit<CsvReadContext, "names"> & { noun: CsvNoun };

/** Wrong lines that a refusal names. */
const maxNamedProblems = 5;

function readTable(
  file: OriginFile,
  settings: OriginSettings,
  notes: MoveNotes,
  problems: string[],
): OriginResult<NamedReading> {
  const table = parseCsvTable(file);
  if (!table.ok) return table;
  const noun = csvNounOf(table.value, settings);
  if (!noun.ok) return noun;
  const columns = csvColumnsOf(table.value, noun.value, settings);
  if (!columns.ok) return columns;
  const subject = { noun: "other" as const, id: null, name: file.path };
  for (const name of columns.value.others)
    notes.leftOut(subject, name.slice(0, 100), "No field here reads this column.");
  if (table.value.hasLostChars)
    notes.approximated(subject, "encoding", "Some characters are lost: save the file as UTF-8.");
  const { encoding = "" } = settings.choices;
  if (encoding !== "")
    notes.approximated(subject, "encoding", `It is read as ${encoding.slice(0, 20)}: check letters such as ä and é.`);
  const hasConsent = columns.value.has("confirmed") || settings.choices.consent === "all";
  if (noun.value === "subscribers" && !hasConsent)
    return originRefusal(
      "broken",
      `${file.path}: choose the column that says who agreed to emails, or say that all did.`,
    );
  const timeZone = isTimeZone(settings.timeZone) ? settings.timeZone : "UTC";
  const order: CsvDateOrder =
    settings.choices.dates === "dmy" || settings.choices.dates === "mdy" ? settings.choices.dates : "";
  return {
    ok: true,
    value: { noun: noun.value, table: table.value, columns: columns.value, timeZone, order, notes, problems },
  };
}

function readTables(files: readonly OriginFile[], settings: OriginSettings): OriginResult<NamedReading[]> {
  const notes = new MoveNotes();
  const problems: string[] = [];
  const readings: NamedReading[] = [];
  for (const file of files) {
    const reading = readTable(file, settings, notes, problems);
    if (!reading.ok) return reading;
    readings.push(reading.value);
  }
  return { ok: true, value: readings };
}

/** Reads components first, because the other files name them. */
function partOf(readings: readonly NamedReading[], settings: OriginSettings) {
  const of = (noun: CsvNoun) => readings.filter((each) => each.noun === noun);
  const places: CsvComponents = { groups: [], components: [] };
  for (const { table, columns, notes, problems } of of("components")) {
    const { groups, components } = convertCsvComponents(table, columns, notes, problems);
    places.groups.push(...groups);
    places.components.push(...components);
  }
  const names = csvComponentNamesOf(places);
  const incidents: MovedIncident[] = of("incidents").flatMap((each) => convertCsvIncidents({ ...each, names }));
  const hasAllConsent = settings.choices.consent === "all";
  const subscribers: MovedSubscriber[] = of("subscribers").flatMap((each) =>
    convertCsvSubscribers({ ...each, names }, hasAllConsent),
  );
  return { ...places, incidents, subscribers };
}

/** CSV files as people keep them: components, incidents and subscribers. */
export const csvOrigin: ImportOrigin = {
  name: "csv",
  title: "CSV",
  files: [{ ending: ".csv", what: "Components, incidents or subscribers, with a first line that names the columns" }],
  readFiles(files, settings) {
    const readings = readTables(files, settings);
    if (!readings.ok) return readings;
    const [first] = readings.value;
    if (!first) return originRefusal("not_found", "Upload a CSV file with components, incidents or subscribers.");
    const part = partOf(readings.value, settings);
    const { problems, notes } = first;
    const more = problems.length > maxNamedProblems ? ` And ${problems.length - maxNamedProblems} more.` : "";
    if (problems.length > 0) return originRefusal("broken", `${problems.slice(0, maxNamedProblems).join(" ")}${more}`);
    return { ok: true, value: { ...part, notes: dropRepeatedNotes(notes.list, new Set()) } };
  },
};
