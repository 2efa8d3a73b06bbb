import { expect, test } from "vitest";
import { isTwilioSigned } from "./twilio-signature";

/** The example of Twilio's own libraries. */
const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
const fields = new URLSearchParams({
  CallSid: "CA1234567890ABCDE",
  Caller: "+14158675309",
  Digits: "1234",
  From: "+14158675309",
  To: "+18005551212",
});
const posted = { url, fields, signature: "RSOYDt4T1cUTdK1PDd93/VVr8B8=" };

test("what Twilio signed is known as Twilio’s", () => {
  expect(isTwilioSigned(posted, "12345")).toBe(true);
});

test.each([
  ["another token", posted, "12346"],
  ["another address", { ...posted, url: `${url}&baz=3` }, "12345"],
  ["another field", { ...posted, fields: new URLSearchParams([...fields, ["Body", "STOP"]]) }, "12345"],
  ["no signature", { ...posted, signature: "" }, "12345"],
])("%s is not", (_, given, token) => {
  expect(isTwilioSigned(given, token)).toBe(false);
});
