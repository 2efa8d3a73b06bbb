import { expect, test } from "vitest";
import { type Bindings, parseConfig } from "./env";

const secret = "a secret of at least 32 characters";
const bindings = (settings: Partial<Bindings>) => settings as Bindings;
const config = (settings: Partial<Bindings>) =>
  parseConfig(bindings({ UPFRONT_URL: "https://status.example.com/", UPFRONT_SECRET: secret, ...settings }));

test("what is not set has its default; an empty setting is not set", () => {
  const plain = {
    origin: "https://status.example.com",
    secret,
    oldSecret: undefined,
    bootstrapToken: undefined,
    meter: false,
    ingestLimit: 300,
    networks: [],
    visitorNetworks: [],
    plan: "free",
    onCloudflare: true,
    location: undefined,
    texting: null,
    resolver: "https://cloudflare-dns.com/dns-query",
    httpsBelow: false,
    keepsInbox: true,
  };
  expect(config({})).toEqual(plain);
  expect(config({ UPFRONT_PLAN: "", UPFRONT_SECRET_OLD: "", UPFRONT_INGEST_LIMIT: "" })).toEqual(plain);
});

test("what is set is read", () => {
  const given = { UPFRONT_INGEST_LIMIT: "0", UPFRONT_PLAN: "paid", UPFRONT_METER: "1", UPFRONT_SECRET_OLD: secret };
  const read = config({
    ...given,
    UPFRONT_NETWORK_ALLOW: "10.0.0.0/8, 192.168.1.7,",
    UPFRONT_VISITOR_NETWORK_ALLOW: " 10.1.0.0/16,,",
    UPFRONT_RESOLVER: "http://d.test",
  });
  expect(read).toMatchObject({ ingestLimit: 0, plan: "paid", meter: true, oldSecret: secret });
  expect([read.networks, read.visitorNetworks]).toEqual([["10.0.0.0/8", "192.168.1.7"], ["10.1.0.0/16"]]);
  expect(read.resolver).toBe("http://d.test");
});

test.each<[Partial<Bindings>, string]>([
  [{ UPFRONT_URL: "status.acme.test" }, "UPFRONT_URL must be the public address"],
  [{ UPFRONT_URL: "ftp://status.example.com" }, "UPFRONT_URL must be the public address"],
  [{ UPFRONT_URL: "" }, "UPFRONT_URL must be the public address"],
  [{ UPFRONT_SECRET: "" }, "UPFRONT_SECRET is missing"],
  [{ UPFRONT_SECRET: "short" }, "UPFRONT_SECRET must have at least 32 characters"],
  [{ UPFRONT_SECRET_OLD: "short" }, "UPFRONT_SECRET_OLD must have at least 32 characters"],
  [{ UPFRONT_BOOTSTRAP_TOKEN: "short" }, "UPFRONT_BOOTSTRAP_TOKEN must have at least 32 characters"],
  [{ UPFRONT_INGEST_LIMIT: "-1" }, "UPFRONT_INGEST_LIMIT must be a whole number"],
  [{ UPFRONT_INGEST_LIMIT: "many" }, "UPFRONT_INGEST_LIMIT must be a whole number"],
  [{ UPFRONT_PLAN: "huge" }, "UPFRONT_PLAN must be one of: free, paid, own"],
  [{ UPFRONT_RESOLVER: "cloudflare" }, "UPFRONT_RESOLVER must be an address"],
  [{ UPFRONT_TWILIO_ACCOUNT: "SK0123" }, "UPFRONT_TWILIO_ACCOUNT must be an Account SID"],
  [{ UPFRONT_TWILIO_TOKEN: "a b" }, "UPFRONT_TWILIO_TOKEN must be the auth token"],
  [{ UPFRONT_TWILIO_FROM: "0151 234" }, "UPFRONT_TWILIO_FROM must be a number with +"],
  [{ UPFRONT_SMS_COUNTRIES: "DEU" }, "UPFRONT_SMS_COUNTRIES must be countries by two letters"],
  [{ UPFRONT_SMS_DAILY: "1e9" }, "UPFRONT_SMS_DAILY must be a whole number"],
])("%j: said with its name, and never with its value", (settings, message) => {
  expect(() => config(settings)).toThrow(message);
  const [value = ""] = Object.values(settings) as string[];
  expect(() => config(settings)).not.toThrow(value || "undefined");
});

const twilio = {
  UPFRONT_TWILIO_ACCOUNT: "AC0123456789abcdef0123456789abcdef",
  UPFRONT_TWILIO_TOKEN: "0123456789abcdef0123456789abcdef",
  UPFRONT_TWILIO_FROM: "Upfront",
};

test("text messages: a whole account, no country at first, 500 a day", () => {
  const { texting } = config(twilio);
  expect(texting).toMatchObject({ from: "Upfront", countries: [], daily: 500 });
  expect(config({ ...twilio, UPFRONT_TWILIO_TOKEN: "" }).texting).toBeNull();
  const chosen = config({ ...twilio, UPFRONT_SMS_COUNTRIES: "de, AT CH", UPFRONT_SMS_DAILY: "0" }).texting;
  expect(chosen).toMatchObject({ countries: ["DE", "AT", "CH"], daily: 0 });
});

test("all that is wrong is said at once", () => {
  expect(() => parseConfig(bindings({}))).toThrow(/UPFRONT_URL .*; UPFRONT_SECRET is missing/);
});
