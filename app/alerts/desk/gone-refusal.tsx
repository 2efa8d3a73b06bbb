import { useActionData } from "@remix-run/react";
import { isFormState } from "~/ui/parts/form-state";
import { Notice } from "~/ui/parts/notice";

/** Why a button was refused that the page does not show any more: its alert recovered, or somebody else was faster. */
export function GoneRefusal({ shows }: { shows(form: string): boolean }) {
  const refused = useActionData();
  if (!isFormState(refused) || refused.unsent || !refused.errors[""] || shows(refused.form)) return null;
  return (
    <Notice tone="warning">
      <p role="alert">{refused.errors[""]}</p>
    </Notice>
  );
}
