/** @jsxImportSource ~/html */

import { textOf } from "~/http/commit-id";
import type { Typed } from "~/status-page/views/parts/forms";
import type { Frame } from "~/status-page/views/parts/frame";
import type { FormSent } from "../../form-time";

/** No word of any language: browsers and password managers know fields by their names, and fill in what they know. */
const trapName = "kqvz";

/** What says to each of them that it is no field of theirs. */
const leaveAlone = {
  autocomplete: "off",
  "data-1p-ignore": true,
  "data-bwignore": true,
  "data-form-type": "other",
  "data-lpignore": "true",
  "data-protonpass-ignore": "true",
} as const;

/** People leave it alone; programs that fill in everything do not. */
const Trap = ({ label }: { label: string }) => (
  <div class="trap" aria-hidden="true">
    <label for={trapName}>{label}</label>
    <input id={trapName} name={trapName} type="text" value="" tabindex="-1" {...leaveAlone} />
  </div>
);

/** Says by hand what the field that nobody sees could not. */
const Box = ({ label, typed: { errors, values } }: { label: string; typed: Typed }) => (
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

interface ByHandProps {
  frame: Frame;
  typed: Typed;
}

export const isSecondTry = ({ errors, values }: Typed): boolean =>
  errors.byHand !== undefined || values.second !== undefined;

/** At the end of a form: the field that people do not see, or, on the second try, the box. */
export const ByHand = ({ frame, typed }: ByHandProps) => {
  const { t } = frame.words;
  return isSecondTry(typed) ? (
    <Box label={t("subscribe.by_hand_box")} typed={typed} />
  ) : (
    <Trap label={t("subscribe.trap")} />
  );
};

/** What a form says of how it was sent. */
export const sentAs = (form: FormData): FormSent => ({
  trap: textOf(form, trapName),
  since: textOf(form, "since"),
  second: textOf(form, "second"),
  byHand: textOf(form, "byHand"),
});
