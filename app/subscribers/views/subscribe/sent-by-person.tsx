/** @jsxImportSource ~/html */

import { readFormFieldText } from "~/http/commit-id";
import type { SubmittedForm } from "~/status-page/views/parts/forms";
import type { RenderContext } from "~/status-page/views/parts/frame";
import type { BotCheckInput } from "../../form-time";

/** Not a word of any language, because browsers and password managers fill in fields whose names they know. */
const trapName = "kqvz";

/** Attributes that tell each browser and password manager to ignore the field. */
const leaveAlone = {
  autocomplete: "off",
  "data-1p-ignore": true,
  "data-bwignore": true,
  "data-form-type": "other",
  "data-lpignore": "true",
  "data-protonpass-ignore": "true",
} as const;

/** A field that people leave empty; programs that fill in everything do not. */
const Trap = ({ label }: { label: string }) => (
  <div class="trap" aria-hidden="true">
    <label for={trapName}>{label}</label>
    <input id={trapName} name={trapName} type="text" value="" tabindex="-1" {...leaveAlone} />
  </div>
);

/** Checkbox by which a person states what the hidden field could not show. */
const Box = ({ label, typed: { errors, values } }: { label: string; typed: SubmittedForm }) => (
  <label class="pick">
    <input
      type="checkbox"
      name="byHand"
      value="yes"
      checked={values.byHand === "yes"}
      {...(errors.byHand ? ({ "aria-invalid": "true", autofocus: true } as const) : {})}
    />
    {label}
  </label>
);

interface SentByPersonProps {
  frame: RenderContext;
  typed: SubmittedForm;
}

export const isSecondSubmission = ({ errors, values }: SubmittedForm): boolean =>
  errors.byHand !== undefined || values.second !== undefined;

/** End of a form: the hidden field or, at the second attempt, the checkbox. */
export const BotCheckInputs = ({ frame, typed }: SentByPersonProps) => {
  const { t } = frame.words;
  return isSecondSubmission(typed) ? (
    <Box label={t("subscribe.by_hand_box")} typed={typed} />
  ) : (
    <Trap label={t("subscribe.trap")} />
  );
};

/** Returns the fields of a form that show how it was sent. */
export const readBotCheckFields = (form: FormData): BotCheckInput => ({
  trap: readFormFieldText(form, trapName),
  since: readFormFieldText(form, "since"),
  second: readFormFieldText(form, "second"),
  byHand: readFormFieldText(form, "byHand"),
});
