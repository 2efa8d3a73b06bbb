import { useParams } from "@remix-run/react";
import { Button } from "../parts/button";
import { useWords } from "./words";

/** The forms whose messages can be looked at before they are sent. */
export type ReviewedForm = "incident" | "update" | "postmortem" | "template" | "maintenance" | "maintenance-update";

/** Leads to the messages that a form would send, with all that was typed; `id` = what the form is about, where it exists. */
export function ReviewButton({ of, id = "" }: { of: ReviewedForm; id?: string }) {
  const { page = "" } = useParams();
  const query = new URLSearchParams({ of, ...(id === "" ? {} : { id }) });
  return (
    <Button name="intent" value="review" action={`/manage/${page}/messages?${query}`}>
      {useWords().t("form.review")}
    </Button>
  );
}
