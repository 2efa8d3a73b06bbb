import type { ReactNode } from "react";
import { Button } from "./button";
import { ButtonForm, useFormState } from "./form";
import { useWords } from "./part-words";
import { Unfold } from "./unfold";

interface ConfirmProps {
  /** Of its form, unique on the page. */
  name: string;
  hidden: Record<string, string>;
  label: string;
  /** What of several it is about, for who cannot see the row. */
  about: string;
  /** What it costs. */
  children: ReactNode;
}

/** What it costs, and the button that does it. */
export function Danger({ name, hidden, label, about, children }: ConfirmProps) {
  const { t } = useWords();
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-prose">{children}</p>
      <ButtonForm name={name} hidden={hidden}>
        <Button look="danger" label={t("label.named", { label, about })}>
          {label}
        </Button>
      </ButtonForm>
    </div>
  );
}

/** What cannot be undone: the button is behind a fold that says what it costs. */
export function Confirm(props: ConfirmProps) {
  return (
    <Unfold label={props.label} about={props.about} open={useFormState(props.name) !== null}>
      <Danger {...props} />
    </Unfold>
  );
}
