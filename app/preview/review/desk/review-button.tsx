import { useParams } from "@remix-run/react";
import { Button } from "~/ui/parts/button";
import { useWords } from "../../desk/words/words";

/** The forms whose messages can be looked at before they are sent. */
export type ReviewedForm =
  | "incident"
  | "update"
  | "postmortem"
  | "template"
  | "maintenance"
  | "maintenance-update"
  | "maintenance-edit"
  | "maintenance-longer"
  | "maintenance-start"
  | "maintenance-verify"
  | "maintenance-complete"
  | "maintenance-cancel";

interface ReviewProps {
  of: ReviewedForm;
  /** What the form is about, where it exists. */
  id?: string;
  /** What is done by the form, where its page has several. */
  deed?: string;
  /** Posted as well, where the form's own buttons choose among several; then it is the deed that stands on it. */
  choice?: { name: string; value: string };
}

/** Leads to the messages that a form would send, with all that was typed. */
export function ReviewButton({ of, id = "", deed, choice }: ReviewProps) {
  const { page = "" } = useParams();
  const { t } = useWords();
  const query = new URLSearchParams({ of, ...(id === "" ? {} : { id }) });
  const sent = choice ?? { name: "intent", value: "review" };
  return (
    <Button
      {...sent}
      action={`/manage/${page}/messages?${query}`}
      {...(deed === undefined ? {} : { label: t("form.review_of", { deed }) })}
    >
      {choice ? deed : t("form.review")}
    </Button>
  );
}
