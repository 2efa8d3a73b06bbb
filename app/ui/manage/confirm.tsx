import type { ReactNode } from "react";
import { Button } from "./button";
import { ButtonForm, useFormState } from "./form";

interface ConfirmProps {
  /** Of its form, unique on the page. */
  name: string;
  hidden: Record<string, string>;
  /** On the fold, and on the button behind it. */
  label: string;
  /** What of several it is about, for who cannot see the row. */
  about: string;
  /** What it costs. */
  children: ReactNode;
}

/** What cannot be undone: the button is behind a fold that says what it costs. */
export function Confirm({ name, hidden, label, about, children }: ConfirmProps) {
  const refused = useFormState(name) !== null;
  return (
    <details open={refused} className="group open:basis-full">
      <summary
        aria-label={`${label}: ${about}`}
        className="inline-flex min-h-11 cursor-pointer list-none items-center rounded-md border border-edge bg-surface px-4 py-2 font-medium group-open:mb-3 hover:bg-sunken"
      >
        {label}…
      </summary>
      <div className="grid justify-items-start gap-3 rounded-md border border-line bg-sunken p-4">
        <p className="max-w-prose">{children}</p>
        <ButtonForm name={name} hidden={hidden}>
          <Button look="danger" label={`${label}: ${about}`}>
            {label}
          </Button>
        </ButtonForm>
      </div>
    </details>
  );
}
