import { expect, test } from "vitest";
import { sortKindsByTitle } from "./kind-order";

const kinds = [
  { kind: "json", title: "Anything else (JSON)" },
  { kind: "zabbix", title: "Zabbix" },
  { kind: "mail", title: "Email" },
  { kind: "alertmanager", title: "Prometheus Alertmanager", about: "From version 0.22." },
  { kind: "azure", title: "Äzure" },
];

test.each([
  ["", ["azure", "alertmanager", "zabbix", "json", "mail"]],
  ["  ", ["azure", "alertmanager", "zabbix", "json", "mail"]],
  ["PROM", ["alertmanager"]],
  ["0.22", ["alertmanager"]],
  ["azu", ["azure"]],
  ["(", ["json"]],
  ["nothing of the kind", []],
])("%o finds %o, by title, those for any tool last", (find, expected) => {
  const found = sortKindsByTitle(kinds, { language: "en", general: ["json", "mail"], find });
  expect(found.map(({ kind }) => kind)).toEqual(expected);
});
