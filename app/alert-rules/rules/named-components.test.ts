import { expect, test } from "vitest";
import { componentsNamedByAlert } from "./named-components";

const components = [
  { id: "w", name: "Website" },
  { id: "p", name: "Payment API" },
  { id: "a", name: "API" },
  { id: "x", name: "–" },
];

test.each([
  ["a label with its name", { service: "website" }, "High latency", { w: "major_outage" }],
  ["a label, written as programs do", { service: "payment-api" }, "High latency", { p: "major_outage" }],
  ["a title that contains it", {}, "WEBSITE: 5xx", { w: "major_outage" }],
  ["a part of a word is no name", { service: "websites" }, "Websites are slow", {}],
  ["two names in one title", {}, "payment api down", { p: "major_outage", a: "major_outage" }],
  ["nothing", {}, "", {}],
])("%s", (_, labels, title, expected) => {
  expect(componentsNamedByAlert({ labels, title, severity: "critical" }, components)).toEqual(expected);
});

test.each([
  [null, "major_outage"],
  ["critical", "major_outage"],
  ["error", "partial_outage"],
  ["warning", "degraded_performance"],
])("severity %s proposes %s", (severity, status) => {
  expect(componentsNamedByAlert({ labels: { job: "Website" }, title: "", severity }, components)).toEqual({
    w: status,
  });
});
