import { describe, expect, test } from "vitest";
import { channelAdapters } from "~/channels/kinds/known-kinds";
import { secretMask } from "~/fields/secret";
import { mailerAdapters } from "~/mailers/kinds/known-kinds";
import { monitorKinds } from "~/monitors/kinds/known-kinds";
import { sourceAdapters } from "~/sources/kinds/known-kinds";
import { adapterSettingFields, mergeAdapterSettings } from "./settings";

const fieldsOf = (kinds: Parameters<typeof adapterSettingFields>[0][]) => kinds.map(adapterSettingFields);

test("a secret that is sent somewhere names the setting with that address", () => {
  const secrets = fieldsOf([...monitorKinds, ...mailerAdapters]).flatMap((fields) =>
    fields.filter(({ secret }) => secret),
  );
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter(({ origin }) => origin === undefined)).toEqual([]);
});

test("beside the address of a server each other secret of a channel names it", () => {
  const kinds = channelAdapters.map((kind) => ({ kind: kind.kind, fields: adapterSettingFields(kind) }));
  const addresses = ["server", "host", "region", "url", "baseUrl"];
  const astray = kinds.flatMap(({ kind, fields }) => {
    const address = fields.find(({ name }) => addresses.includes(name))?.name;
    const others = fields.filter(({ name, secret, origin }) => secret && name !== address && origin !== address);
    return address === undefined ? [] : others.map(({ name }) => `${kind}: ${name}`);
  });
  expect(astray).toEqual([]);
});

test("an origin that a secret names is a setting of its kind", () => {
  const kinds = fieldsOf([...sourceAdapters, ...monitorKinds, ...channelAdapters, ...mailerAdapters]);
  const astray = kinds.flatMap((fields) =>
    fields.filter(({ origin }) => origin !== undefined && !fields.some(({ name }) => name === origin)),
  );
  expect(astray).toEqual([]);
});

type Settings = Record<string, unknown>;

const login = { username: "upfront", password: "a password of ours" };

const http = monitorKinds.find(({ kind }) => kind === "http");
/** Values from the old origin would be refused at the new one, whatever is typed; here none is carried over. */
const apart = { body: '{"password":"our password"}', earlier: "GET https://example.com/token?key=a-key-of-ours" };

/** Settings of each kind that sends a secret: the present ones, and a change to another recipient. */
const moved: [string, Parameters<typeof adapterSettingFields>[0] | undefined, Settings, Settings][] = [
  ["a monitor's host", http, apart, { url: "https://evil.example/health" }],
  ["a monitor's port", http, apart, { url: "https://example.com:8443/health" }],
  ["a monitor's scheme", http, { ...apart, certificateDays: undefined }, { url: "http://example.com/health" }],
  ["a name within the address", http, apart, { url: "https://example.com@evil.example/" }],
  ["a TCP host", monitorKinds.find(({ kind }) => kind === "tcp"), {}, { host: "evil.example" }],
  ["a TCP port", monitorKinds.find(({ kind }) => kind === "tcp"), {}, { port: 6380 }],
  ["TCP in the clear", monitorKinds.find(({ kind }) => kind === "tcp"), { tls: "yes" }, { tls: "no" }],
  ["a mail server", mailerAdapters.find(({ kind }) => kind === "smtp"), login, { host: "evil.example" }],
  [
    "mail in the clear",
    mailerAdapters.find(({ kind }) => kind === "smtp"),
    { ...login, security: "tls" },
    { security: "off" },
  ],
  ["a mail service", mailerAdapters.find(({ kind }) => kind === "resend"), {}, { baseUrl: "https://evil.example" }],
  ["a webhook", channelAdapters.find(({ kind }) => kind === "webhook"), {}, { url: "https://evil.example/hook" }],
];

describe.each(moved)("%s that is another one", (_, found, more, change) => {
  const kind = found as NonNullable<typeof found> & { sampleSettings: Settings };
  const before = { ...kind.sampleSettings, ...more };
  const secrets = adapterSettingFields(kind).filter(
    ({ name, secret, origin }) => secret && origin && before[name] !== undefined,
  );
  const fields = Object.fromEntries(secrets.map(({ name }) => [`settings.${name}`, "setting.moved"]));

  test("asks for the secrets again, kept as they are or behind the mask", () => {
    expect(secrets.length).toBeGreaterThan(0);
    const masked = Object.fromEntries(secrets.map(({ name }) => [name, secretMask]));
    for (const given of [change, { ...change, ...masked }]) {
      expect(mergeAdapterSettings(kind, before, given)).toMatchObject({
        ok: false,
        failure: { name: "invalid", fields },
      });
    }
  });

  test("takes them where they were typed", () => {
    const typed = Object.fromEntries(secrets.map(({ name }) => [name, before[name]]));
    expect(mergeAdapterSettings(kind, before, { ...change, ...typed })).toMatchObject({ ok: true });
  });

  test("and what is no address leaves them as they are", () => {
    expect(mergeAdapterSettings(kind, before, {})).toEqual({ ok: true, value: before });
  });
});

test("another path of the same origin keeps them", () => {
  const http = monitorKinds.find(({ kind }) => kind === "http") as (typeof monitorKinds)[number];
  const change = { url: "HTTPS://Example.com:443/other?x=1" };
  expect(mergeAdapterSettings(http, http.sampleSettings as Settings, change)).toMatchObject({ ok: true });
});
