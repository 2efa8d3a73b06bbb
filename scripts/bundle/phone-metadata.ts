/** What of a country's facts says how its numbers are printed. */
const formats = 4;

interface Metadata {
  countries: Record<string, unknown[]>;
}

/** Numbers are read here and never printed: the patterns by which countries print them stay out. */
export function withoutFormats<Whole extends Metadata>(whole: Whole): Whole {
  const countries = Object.entries(whole.countries).map(([country, facts]) => [
    country,
    facts.map((fact, index) => (index === formats ? 0 : fact)),
  ]);
  return { ...whole, countries: Object.fromEntries(countries) };
}
