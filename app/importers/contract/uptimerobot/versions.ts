import {
  foreignInstant,
  foreignList,
  foreignNumber,
  foreignRecord,
  foreignSeconds,
  foreignText,
  knownForeignWord,
  parseForeignId,
} from "../foreign-values";
import type { MovedMonitor } from "../move-document";
import type { RobotMonitor } from "./monitor";

const v3States: Readonly<Record<string, RobotMonitor["status"]>> = {
  UP: "up",
  DOWN: "down",
  LOOKS_DOWN: "down",
  PAUSED: "paused",
  STARTED: "not_checked",
  NOT_CHECKED: "not_checked",
};

const keywordSenses: Readonly<Record<string, boolean>> = { ALERT_EXISTS: true, ALERT_NOT_EXISTS: false };

export function parseRobotMonitorV3(value: unknown): RobotMonitor {
  const from = foreignRecord(value);
  return {
    id: parseForeignId(from.id),
    name: foreignText(from.friendlyName),
    type: foreignText(from.type).toUpperCase(),
    status: knownForeignWord(v3States, foreignText(from.status).toUpperCase()) ?? "unknown",
    url: foreignText(from.url),
    port: foreignNumber(from.port),
    isAlertOnKeyword: knownForeignWord(keywordSenses, foreignText(from.keywordType).toUpperCase()) ?? null,
    keyword: foreignText(from.keywordValue),
    method: foreignText(from.httpMethodType).toUpperCase() || "GET",
    from,
    history: [],
    createdAt: foreignInstant(from.createDateTime, "UTC"),
    tags: foreignList(from.tags).map((tag) => foreignText(foreignRecord(tag).name)),
  };
}

const v2Types: Readonly<Record<string, string>> = { 1: "HTTP", 2: "KEYWORD", 3: "PING", 4: "PORT", 5: "HEARTBEAT" };
const v2States: Readonly<Record<string, RobotMonitor["status"]>> = {
  0: "paused",
  1: "not_checked",
  2: "up",
  8: "down",
  9: "down",
};
const v2Methods = ["GET", "HEAD", "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const v2Ports: Readonly<Record<string, number>> = { 1: 80, 2: 443, 3: 21, 4: 25, 5: 110, 6: 143 };
const logStates: Readonly<Record<string, MovedMonitor["history"][number]["status"]>> = {
  1: "major_outage",
  2: "operational",
  98: "no_data",
  99: "no_data",
};

/** Returns the past that the logs tell: started, paused and unknown times are no data. */
function historyOf(logs: unknown): MovedMonitor["history"] {
  const rows = foreignList(logs).flatMap((value) => {
    const { type, datetime, duration } = foreignRecord(value);
    const [from, seconds] = [foreignSeconds(datetime), foreignNumber(duration)];
    if (from === null || seconds === null || seconds < 0) return [];
    return [
      {
        from,
        to: Math.round(from + seconds * 1000),
        status: knownForeignWord(logStates, foreignText(type)) ?? "no_data",
      },
    ];
  });
  return rows.sort((a, b) => a.from - b.from);
}

export function parseRobotMonitorV2(value: unknown): RobotMonitor {
  const from = foreignRecord(value);
  const [type, keywordType, subType] = [
    foreignText(from.type),
    foreignText(from.keyword_type),
    foreignText(from.sub_type),
  ];
  const createdAt = foreignSeconds(from.create_datetime);
  return {
    id: parseForeignId(from.id),
    name: foreignText(from.friendly_name),
    type: knownForeignWord(v2Types, type) ?? type,
    status: knownForeignWord(v2States, foreignText(from.status)) ?? "unknown",
    url: foreignText(from.url),
    port: foreignNumber(from.port) ?? knownForeignWord(v2Ports, subType) ?? null,
    isAlertOnKeyword: keywordType === "1" ? true : keywordType === "2" ? false : null,
    keyword: foreignText(from.keyword_value),
    method: v2Methods[foreignNumber(from.http_method) ?? 0] ?? "GET",
    from,
    history: historyOf(from.logs),
    createdAt: createdAt === 0 ? null : createdAt,
    tags: foreignList(from.tags).map((tag) => foreignText(foreignRecord(tag).name)),
  };
}
