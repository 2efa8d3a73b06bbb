import { expect, test } from "vitest";
import { type SenderTxtRecords, senderRecordFindings } from "./sender-records";

const key = "v=DKIM1; k=rsa; p=MIGfMA0";
const all: SenderTxtRecords = {
  domain: "acme.example",
  selector: "resend",
  spf: ["v=spf1 include:amazonses.com ~all", "google-site-verification=1"],
  dkim: [key],
  dmarc: ["v=DMARC1; p=none"],
};
const ses = "include:amazonses.com";

const cases: [string, Partial<SenderTxtRecords>, string | null, object[]][] = [
  ["all is set", {}, ses, [{ state: "good", set: null }, { state: "good" }, { state: "good" }]],
  [
    "nothing is set",
    { spf: [], dkim: [], dmarc: [] },
    ses,
    [
      { state: "missing", name: "acme.example", set: "v=spf1 include:amazonses.com ~all" },
      { state: "missing", name: "resend._domainkey.acme.example", set: null },
      { state: "missing", name: "_dmarc.acme.example", set: "v=DMARC1; p=none; rua=mailto:postmaster@acme.example" },
    ],
  ],
  [
    "nobody answers",
    { spf: null, dkim: null, dmarc: null },
    ses,
    ["unknown", "unknown", "unknown"].map((state) => ({ state })),
  ],
  [
    "somebody else sends too: what is there stays",
    { spf: ["v=spf1 include:_spf.google.com ip4:192.0.2.1 -all"] },
    ses,
    [{ state: "wrong", set: "v=spf1 include:_spf.google.com ip4:192.0.2.1 include:amazonses.com -all" }, {}, {}],
  ],
  [
    "two records are none: one has what both say",
    { spf: ["v=spf1 include:amazonses.com ~all", "v=spf1 mx ~all"] },
    ses,
    [{ state: "wrong", set: "v=spf1 include:amazonses.com mx ~all" }, {}, {}],
  ],
  ["everybody may", { spf: ["v=spf1 mx +all"] }, null, [{ state: "wrong", set: "v=spf1 mx ~all" }, {}, {}]],
  ["nobody knows who sends", { spf: ["v=spf1 mx -all"] }, null, [{ state: "good" }, {}, {}]],
  ["nobody knows who sends, and nothing is set", { spf: [] }, null, [{ state: "missing", set: null }, {}, {}]],
  ["the key is revoked", { dkim: ["v=DKIM1; p="] }, ses, [{}, { state: "wrong" }, {}]],
  ["two keys at one name", { dkim: [key, key] }, ses, [{}, { state: "wrong" }, {}]],
  ["no selector", { selector: null, dkim: null }, ses, [{}, { state: "unknown" }, {}]],
  ["a policy without p", { dmarc: ["v=DMARC1; rua=mailto:a@b.example"] }, ses, [{}, {}, { state: "wrong" }]],
  ["two policies", { dmarc: ["v=DMARC1; p=none", "v=DMARC1; p=reject"] }, ses, [{}, {}, { state: "wrong" }]],
];

test.each(cases)("%s", (_, over, mechanism, expected) => {
  expect(senderRecordFindings({ ...all, ...over }, mechanism)).toMatchObject(expected);
});
