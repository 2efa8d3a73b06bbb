import { expect, test } from "vitest";
import { managedSubjectOf } from "./managed-subject";

test.each([
  ["settings", { id: "page" }],
  ["settings/branding", { id: "page" }],
  ["people", { noun: "member" }],
  ["components", { id: "page", field: "order" }],
  ["components/c1", { id: "c1" }],
  ["sources/s1/rules/r1", { id: "r1" }],
  ["monitors", null],
  ["monitors/new", null],
  ["sources/s1/deliveries", null],
  ["sources/s1/rules/r1/more", null],
  ["", null],
])("%s", (path, subject) => {
  expect(managedSubjectOf(path.split("/"), "page")).toEqual(subject);
});
