import { type CsvLine, type CsvTable, parseCsvTable } from "../csv/table";
import { foreignNumber, knownForeignWord, parseForeignId } from "../foreign-values";
import type { OriginFile, OriginResult } from "../origin";
import { originRefusal } from "../origin-texts";
import type { RobotMonitor } from "./monitor";

const typesByWord: Readonly<Record<string, string>> = {
  1: "HTTP",
  "HTTP(S)": "HTTP",
  HTTPS: "HTTP",
  2: "KEYWORD",
  3: "PING",
  4: "PORT",
  5: "HEARTBEAT",
};
const states: Readonly<Record<string, RobotMonitor["status"]>> = {
  0: "paused",
  paused: "paused",
  1: "not_checked",
  "not checked yet": "not_checked",
  started: "not_checked",
  2: "up",
  up: "up",
  8: "down",
  "seems down": "down",
  9: "down",
  down: "down",
};
const senses: Readonly<Record<string, boolean>> = {
  1: true,
  exists: true,
  alert_exists: true,
  2: false,
  "not exists": false,
  alert_not_exists: false,
};

const columnNames = ["id", "type", "status", "friendly name", "url/ip", "keyword type", "keyword value", "port"];
const neededColumns = ["type", "friendly name", "url/ip"];

/** Returns the cells of a line by the names of their columns; a column that is not there is empty. */
function cellsOf({ header }: CsvTable, { cells }: CsvLine): Record<string, string> {
  const names = header.map((each) => each.trim().toLowerCase());
  return Object.fromEntries(columnNames.map((name) => [name, cells[names.indexOf(name)] ?? ""]));
}

function monitorOf(cells: Record<string, string>): RobotMonitor {
  const [url, name] = [cells["url/ip"] ?? "", cells["friendly name"] ?? ""];
  const type = (cells.type ?? "").toUpperCase();
  return {
    id: parseForeignId(cells.id) ?? parseForeignId(`${name} ${url}`),
    name,
    type: knownForeignWord(typesByWord, type) ?? type,
    status: knownForeignWord(states, (cells.status ?? "").toLowerCase()) ?? "unknown",
    url,
    port: foreignNumber(cells.port),
    isAlertOnKeyword: knownForeignWord(senses, (cells["keyword type"] ?? "").toLowerCase()) ?? null,
    keyword: cells["keyword value"] ?? "",
    method: "GET",
    from: {},
    history: [],
    createdAt: null,
    tags: [],
  };
}

/** Reads the export of the list of monitors; another product’s table is refused by its columns. */
export function readRobotCsv(file: OriginFile): OriginResult<RobotMonitor[]> {
  const table = parseCsvTable(file);
  if (!table.ok) return table;
  const names = table.value.header.map((each) => each.trim().toLowerCase());
  const missing = neededColumns.filter((each) => !names.includes(each));
  if (missing.length > 0)
    return originRefusal(
      "not_this_origin",
      `${file.path} has no column “${missing[0]}”, as UptimeRobot’s list of monitors does.`,
    );
  return { ok: true, value: table.value.lines.map((line) => monitorOf(cellsOf(table.value, line))) };
}
