/** Index of a country's formats for printing numbers. */
const formats = 4;

interface PhoneMetadata {
  countries: Record<string, unknown[]>;
}

/** Removes the patterns for printing numbers, because numbers are only parsed here. */
export function withoutPhoneNumberFormats<Whole extends PhoneMetadata>(whole: Whole): Whole {
  const countries = Object.entries(whole.countries).map(([country, facts]) => [
    country,
    facts.map((fact, index) => (index === formats ? 0 : fact)),
  ]);
  return { ...whole, countries: Object.fromEntries(countries) };
}
