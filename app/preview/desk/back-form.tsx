import { Button } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { useWords } from "./words/words";

/** The form of another page with all of its values. */
export interface ReviewedFormValues {
  name: string;
  version: number | undefined;
  fields: (readonly [name: string, value: string])[];
  /** URL to which it posts. */
  action: string;
  /** URL that renders its email. */
  email: string;
  /** URL that shows its messages, like this page. */
  review: string;
}

/** Name of the field with the language of the messages; no other form has a field of this name. */
export const previewLanguageFieldName = "messagesIn";

export const HiddenReviewedFields = ({ carried }: { carried: Pick<ReviewedFormValues, "fields"> }) => (
  <>
    {carried.fields.map(([name, value], place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a name may come more than once, and nothing moves
      <input key={`${name} ${place}`} type="hidden" name={name} value={value} />
    ))}
  </>
);

/** Button back to the form, which shows its values as after its own “Preview” button. */
export function BackToForm({ carried }: { carried: ReviewedFormValues }) {
  const { name, version, action } = carried;
  return (
    <PostForm
      name={name}
      action={action}
      typing={false}
      className="flex"
      {...(version === undefined ? {} : { version })}
    >
      <HiddenReviewedFields carried={carried} />
      <Button name="intent" value="preview">
        {useWords().t("page.back")}
      </Button>
    </PostForm>
  );
}
