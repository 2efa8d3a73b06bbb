import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";

export interface PhoneNumber {
  /** With "+" and digits alone (E.164). */
  number: string;
  /** Of ISO 3166. */
  country: string;
}

/** A whole number; `home`: of which country it is without a code. null = none that anybody has. */
export function phoneNumberIn(text: string, home?: string): PhoneNumber | null {
  const isHome = home !== undefined && isSupportedCountry(home);
  const options = { extract: false, ...(isHome ? { defaultCountry: home } : {}) };
  const found = parsePhoneNumberFromString(text.slice(0, 40), options);
  return found?.country && found.isValid() ? { number: found.number, country: found.country } : null;
}

/** Its country and its last digits, which tell two numbers of one person apart. */
export function shownNumber(number: string): string {
  const code = parsePhoneNumberFromString(number)?.countryCallingCode;
  return [...(code ? [`+${code}`] : []), "•••", number.slice(-3)].join(" ");
}
