import type { ReactNode } from "react";
import { Button } from "./button";
import { CheckboxField, TextField } from "./field";
import { PostForm, useFormState } from "./form";
import { Fold } from "./list";

/** One part of a long form. */
export function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-5 rounded-lg border border-line bg-surface p-4">
      <legend className="float-start mb-1 w-full text-lg font-semibold">{title}</legend>
      {note ? <p className="-mt-5 text-sm text-soft">{note}</p> : null}
      {children}
    </fieldset>
  );
}

/** Two fields side by side where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-5 sm:grid-cols-2">{children}</div>
);

interface HoldProps {
  /** Seconds. */
  hold: number;
  resolveAfter: number;
  holdHint: string;
  resolveHint: string;
}

/** When an incident opens, and when it resolves itself. */
export const HoldFields = ({ hold, resolveAfter, holdHint, resolveHint }: HoldProps) => (
  <Pair>
    <TextField
      name="hold"
      type="number"
      inputMode="numeric"
      label="Hold, seconds"
      hint={holdHint}
      value={String(hold)}
      required
    />
    <TextField
      name="resolveAfter"
      type="number"
      inputMode="numeric"
      label="Resolve after, seconds"
      hint={resolveHint}
      value={String(resolveAfter)}
      required
    />
  </Pair>
);

/** Of a source or a heartbeat, behind a fold and a tick: it cannot be taken back. */
export const NewAddress = ({ version }: { version: number }) => (
  <Fold title="New address" open={useFormState("rotate") !== null}>
    <PostForm name="rotate" version={version}>
      <CheckboxField
        name="sure"
        label="Yes, make a new address; the old one stops at once"
        hint="Do this when the address has become known to somebody who should not have it."
        checked={false}
      />
      <div>
        <Button look="danger">Make a new address</Button>
      </div>
    </PostForm>
  </Fold>
);
