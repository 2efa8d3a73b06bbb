const formats = new Map<string, Intl.NumberFormat>();

/** Returns a size in bytes as "312 byte" or "4.2 kB", in the language's own way; formatters are kept, as they are expensive. */
export function fileSizeText(bytes: number, language: string): string {
  const unit = bytes < 1000 ? "byte" : "kilobyte";
  const key = `${language} ${unit}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 });
  formats.set(key, format);
  return format.format(unit === "byte" ? bytes : bytes / 1000);
}
