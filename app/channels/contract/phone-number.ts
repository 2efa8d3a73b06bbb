import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";

export interface PhoneNumber {
  /** Number with "+" and digits only (E.164). */
  number: string;
  /** Country code of ISO 3166. */
  country: string;
}

/** Returns a complete number; `home` = the country of numbers without a code. null = not a valid number. */
export function parsePhoneNumber(text: string, home?: string): PhoneNumber | null {
  const isHome = home !== undefined && isSupportedCountry(home);
  const options = { extract: false, ...(isHome ? { defaultCountry: home } : {}) };
  const found = parsePhoneNumberFromString(text.slice(0, 40), options);
  return found?.country && found.isValid() ? { number: found.number, country: found.country } : null;
}

/** Returns the country code and the last digits, which tell two numbers of one person apart. */
export function maskPhoneNumber(number: string): string {
  const code = parsePhoneNumberFromString(number)?.countryCallingCode;
  return [...(code ? [`+${code}`] : []), "•••", number.slice(-3)].join(" ");
}
