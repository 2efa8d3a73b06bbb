import { Button } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { useWords } from "./words/words";

/** A form of another page with all that was typed into it. */
export interface CarriedForm {
  name: string;
  version: number | undefined;
  fields: (readonly [name: string, value: string])[];
  /** Where it stands. */
  action: string;
  /** What prints its email. */
  email: string;
  /** What shows its messages, as this page did. */
  review: string;
}

/** Of a form that shows messages: in which language. No form of the nouns has a field of this name. */
export const readIn = "messagesIn";

export const CarriedFields = ({ carried }: { carried: Pick<CarriedForm, "fields"> }) => (
  <>
    {carried.fields.map(([name, value], place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a name may come more than once, and nothing moves
      <input key={`${name} ${place}`} type="hidden" name={name} value={value} />
    ))}
  </>
);

/** Back to the form, which shows what was typed as its own button “Preview” does. */
export function BackForm({ carried }: { carried: CarriedForm }) {
  const { name, version, action } = carried;
  return (
    <PostForm
      name={name}
      action={action}
      typing={false}
      className="flex"
      {...(version === undefined ? {} : { version })}
    >
      <CarriedFields carried={carried} />
      <Button name="intent" value="preview">
        {useWords().t("page.back")}
      </Button>
    </PostForm>
  );
}
