import { useActionData } from "@remix-run/react";
import { refusedIn } from "../parts/form-state";
import { Notice } from "../parts/notice";

/** Why a button was refused that the page does not show any more: its alert recovered, or somebody else was faster. */
export function GoneRefusal({ shows }: { shows(form: string): boolean }) {
  const refused = refusedIn(useActionData());
  if (!refused || shows(refused.form)) return null;
  return (
    <Notice tone="warning">
      <p role="alert">{refused.why}</p>
    </Notice>
  );
}
