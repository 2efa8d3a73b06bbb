import type { ReactNode } from "react";
import { Button } from "./button";
import { EditConflictSection } from "./conflict";
import { CheckboxField, fieldRowClass } from "./field";
import { PostForm, useFormState } from "./form";
import { cardClass, Fold } from "./list";
import { useWords } from "./part-words";

/** One part of a long form. */
export function FormSection({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <fieldset className={`grid min-w-0 ${cardClass}`}>
      <legend className="float-start mb-1 w-full text-lg font-semibold">{title}</legend>
      {note ? <p className="-mt-5 text-sm text-soft">{note}</p> : null}
      {children}
    </fieldset>
  );
}

/** Two fields side by side when there is room. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={fieldRowClass}>{children}</div>;

interface CheckboxConfirmFoldProps {
  /** Name of its form. */
  name: string;
  version: number;
  title: string;
  /** Label of the checkbox. */
  label: string;
  hint?: string;
  button: string;
  /** True when it can be undone after all. */
  mild?: boolean;
  /** Content above the form. */
  children?: ReactNode;
}

/** An action that cannot be undone: inside a fold, with a checkbox to confirm. */
export const CheckboxConfirmFold = ({
  name,
  version,
  title,
  label,
  hint,
  button,
  mild = false,
  children,
}: CheckboxConfirmFoldProps) => (
  <Fold title={title} danger={!mild} open={useFormState(name) !== null}>
    {children}
    <PostForm name={name} version={version}>
      <CheckboxField name="sure" label={label} checked={false} {...(hint === undefined ? {} : { hint })} />
      <div>
        <Button look={mild ? "quiet" : "danger"}>{button}</Button>
      </div>
    </PostForm>
  </Fold>
);

/** Form that gives a source or a heartbeat a new URL. */
export function NewAddressForm({ version }: { version: number }) {
  const { t } = useWords();
  return (
    <CheckboxConfirmFold
      name="rotate"
      version={version}
      title={t("address.title")}
      label={t("address.sure")}
      hint={t("address.hint")}
      button={t("address.button")}
    />
  );
}

/** Conflicts of buttons with a version, which can lose a race like any form; there is nothing to compare. */
export const ButtonConflictSection = ({
  forms,
  version,
  keepTo,
}: {
  forms: string[];
  version: number;
  keepTo: string;
}) => forms.map((form) => <EditConflictSection key={form} form={form} version={version} fields={[]} keepTo={keepTo} />);
