import { useState } from "react";
import { useForm } from "~/ui/parts/form";

const field = "shown";

/**
 * The components as the form showed them first: what it sends otherwise is its person's word, and what alerts moved
 * meanwhile stays. It keeps to that while the page around it is refreshed, and where the form was refused.
 */
export function ShownComponents({ components }: { components: Readonly<Record<string, string>> }) {
  const { state } = useForm();
  const [first] = useState(() => JSON.stringify(components));
  return <input type="hidden" name={field} value={state?.values[field] ?? first} />;
}

/** As a form carries it that shows what is saved beside what was typed. */
export const shownAs = (components: Readonly<Record<string, string>>) => ({ [field]: JSON.stringify(components) });

/** What it sends; nothing where it sends nothing of the kind, so that the form counts as a whole. */
export function shownIn(values: Record<string, string>): { shown?: Record<string, string> } {
  try {
    const shown: unknown = JSON.parse(values[field] ?? "null");
    return shown !== null && typeof shown === "object" ? { shown: shown as Record<string, string> } : {};
  } catch {
    return {};
  }
}
