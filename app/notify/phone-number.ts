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

/** The last digits, which tell two numbers of one person apart. */
export const shownNumber = (number: string): string => `••• ${number.slice(-3)}`;
