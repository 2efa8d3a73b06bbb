import type { ReactNode } from "react";
import { Button } from "./button";
import { ButtonForm, useFormState } from "./form";
import { useWords } from "./part-words";
import { ButtonFold } from "./unfold";

interface ConfirmFoldProps {
  /** Name of its form, unique on the page. */
  name: string;
  hidden: Record<string, string>;
  label: string;
  /** Name of the item, for people who do not see the row. */
  about: string;
  /** Consequences of the action. */
  children: ReactNode;
}

/** The consequences, and the button that does it. */
export function DangerForm({ name, hidden, label, about, children }: ConfirmFoldProps) {
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

/** An action that cannot be undone: its button is inside a fold that states the consequences. */
export function ConfirmFold(props: ConfirmFoldProps) {
  return (
    <ButtonFold label={props.label} about={props.about} open={useFormState(props.name) !== null}>
      <DangerForm {...props} />
    </ButtonFold>
  );
}
