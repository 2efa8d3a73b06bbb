/** Names of the fields beside the accent colour: the picker, and the colour that both showed when the form was opened. */
export const pickedAccentField = "accentPicked";
export const shownAccentField = "accentShown";

const hexColour = /^#[0-9a-f]{6}$/i;

/** Returns the colour as a picker takes it; null when the text is none. */
export function pickerColourOf(text: string): string | null {
  const trimmed = text.trim();
  return hexColour.test(trimmed) ? trimmed.toLowerCase() : null;
}

/**
 * Returns the accent colour that a form means: what was typed, or without script, where the picker changes alone, what
 * was picked.
 */
export function readPostedAccent(values: Readonly<Record<string, string>>): string | undefined {
  const { accent, [pickedAccentField]: picked, [shownAccentField]: shown } = values;
  if (picked === undefined || shown === undefined || accent !== shown) return accent;
  return picked === pickerColourOf(shown) ? accent : picked;
}
