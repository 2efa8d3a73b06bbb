import { useParams } from "@remix-run/react";
import { Button } from "~/ui/parts/button";
import { useWords } from "../../desk/words/words";

/** The forms whose messages can be reviewed before they are sent. */
export type ReviewedFormName =
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

interface ReviewButtonProps {
  of: ReviewedFormName;
  /** Id of the form's subject, if it exists. */
  id?: string;
  /** Name of the form's action, when its page has several. */
  deed?: string;
  /** Value posted with it, when the form's own buttons choose among several; `deed` is then the button's text. */
  choice?: { name: string; value: string };
}

/** Button to the messages that a form would send, posting all of its values. */
export function ReviewButton({ of, id = "", deed, choice }: ReviewButtonProps) {
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
