/** The deployment's account at Twilio, and its limits. */
export interface TwilioAccount {
  account: string;
  token: string;
  /** A number, a messaging service or a sender's name. */
  from: string;
  /** ISO 3166 codes; none = no one can subscribe. */
  countries: readonly string[];
  /** Maximum number of text messages in a UTC day. */
  daily: number;
}

const countriesIn = (text: string) =>
  text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);

const matching = (pattern: RegExp) => (text: string) => pattern.test(text);

export const twilioSettingRules = [
  ["UPFRONT_TWILIO_ACCOUNT", matching(/^AC[0-9a-f]{32}$/), "must be an Account SID, which begins with AC"],
  ["UPFRONT_TWILIO_TOKEN", matching(/^\S{20,100}$/), "must be the auth token of the account"],
  [
    "UPFRONT_TWILIO_FROM",
    matching(/^(?:\+[1-9]\d{6,14}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/),
    "must be a number with +, a messaging service (MG…) or a sender's name",
  ],
  [
    "UPFRONT_SMS_COUNTRIES",
    (text: string) => countriesIn(text).every(matching(/^[A-Z]{2}$/)),
    "must be countries by two letters, such as DE, AT",
  ],
  ["UPFRONT_SMS_DAILY", matching(/^\d{1,7}$/), "must be a whole number, 0 or more"],
] as const;
type Setting = (typeof twilioSettingRules)[number][0];

const daily = "500";

/** Returns null until the account is complete. */
export function twilioAccountFromSettings(given: (name: Setting) => string | undefined): TwilioAccount | null {
  const account = given("UPFRONT_TWILIO_ACCOUNT");
  const token = given("UPFRONT_TWILIO_TOKEN");
  const from = given("UPFRONT_TWILIO_FROM");
  if (!account || !token || !from) return null;
  const countries = countriesIn(given("UPFRONT_SMS_COUNTRIES") ?? "");
  return { account, token, from, countries, daily: Number(given("UPFRONT_SMS_DAILY") ?? daily) };
}
