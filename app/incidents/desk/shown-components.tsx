import { useState } from "react";
import { useForm } from "~/ui/parts/form";

const field = "shown";

/**
 * Carries the components as the form first showed them: a difference in what it sends is the person's choice, and what
 * alerts moved meanwhile stays. It keeps that value while the page is refreshed, and when the form was refused.
 */
export function ShownComponentsHiddenInput({ components }: { components: Readonly<Record<string, string>> }) {
  const { state } = useForm();
  const [first] = useState(() => JSON.stringify(components));
  return <input type="hidden" name={field} value={state?.values[field] ?? first} />;
}

/** Returns the hidden field with the saved values that a form shows. */
export const shownComponentsHiddenField = (components: Readonly<Record<string, string>>) => ({
  [field]: JSON.stringify(components),
});

/** Returns the components that the form showed; none when it does not send them, so that the form counts as a whole. */
export function parseShownComponents(values: Record<string, string>): { shown?: Record<string, string> } {
  try {
    const shown: unknown = JSON.parse(values[field] ?? "null");
    return shown !== null && typeof shown === "object" ? { shown: shown as Record<string, string> } : {};
  } catch {
    return {};
  }
}
