import { expect, test } from "vitest";
import type { SettleRead } from "~/db/queries/settle";
import { degradedKey, downKey } from "~/rules/monitors/monitor-alerts";
import type { FiringAlert } from "~/rules/settling/settle-facts";
import { words } from "../../../tests/support/words";
import { titledForVisitors } from "./own-titles";

const alert = (id: string, sourceId: string, key: string, labels: Record<string, string>) =>
  ({ id, sourceId, key, labels, title: "As it was sent" }) as unknown as FiringAlert;

const alerts = [
  alert("a", "m", downKey, { monitor: "Kasse" }),
  alert("b", "m", degradedKey, { monitor: "Kasse" }),
  alert("c", "h", "missed", { heartbeat: "Sicherung", ping: "fail" }),
  alert("d", "h", "missed", { heartbeat: "Sicherung" }),
  alert("e", "s", downKey, { monitor: "Kasse" }),
];
const sources = [
  { id: "m", family: "monitor" },
  { id: "h", family: "heartbeat" },
  { id: "s", family: "source" },
];

const titlesIn = (language: string) => {
  const read = { facts: { alerts, sources } } as unknown as SettleRead;
  return titledForVisitors(words(language), read).alerts.map(({ title }) => title);
};

test("what opens of our own alerts is called in the page's language; what was sent keeps its words", () => {
  expect(titlesIn("de")).toEqual([
    "Kasse ist ausgefallen",
    "Kasse ist langsam",
    "Sicherung ist fehlgeschlagen",
    "Sicherung ist überfällig",
    "As it was sent",
  ]);
  expect(titlesIn("en")[0]).toBe("Kasse is down");
});
