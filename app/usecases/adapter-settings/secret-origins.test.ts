import { expect, test } from "vitest";
import { sources } from "~/ingest/sources";
import { mailers } from "~/mail/mailers";
import { monitorKinds } from "~/monitors/kinds";
import { channels } from "~/notify/channels";
import { settingFields } from "./settings";

const fieldsOf = (kinds: Parameters<typeof settingFields>[0][]) => kinds.map(settingFields);

test("a secret that is sent somewhere names the setting with that address", () => {
  const secrets = fieldsOf([...monitorKinds, ...mailers]).flatMap((fields) => fields.filter(({ secret }) => secret));
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter(({ origin }) => origin === undefined)).toEqual([]);
});

test("an origin that a secret names is a setting of its kind", () => {
  const kinds = fieldsOf([...sources, ...monitorKinds, ...channels, ...mailers]);
  const astray = kinds.flatMap((fields) =>
    fields.filter(({ origin }) => origin !== undefined && !fields.some(({ name }) => name === origin)),
  );
  expect(astray).toEqual([]);
});
