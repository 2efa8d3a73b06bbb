import { useActionData } from "@remix-run/react";
import { isFormState } from "~/ui/parts/form-state";
import { NoticeBanner } from "~/ui/parts/notice";

/** Shows why a button was refused that the page no longer shows: its alert recovered, or someone else was faster. */
export function StaleActionBanner({ shows }: { shows(form: string): boolean }) {
  const refused = useActionData();
  if (!isFormState(refused) || refused.unsent || !refused.errors[""] || shows(refused.form)) return null;
  return (
    <NoticeBanner tone="warning">
      <p role="alert">{refused.errors[""]}</p>
    </NoticeBanner>
  );
}
