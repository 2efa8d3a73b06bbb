import { Button, ButtonLink } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { NoticeBanner } from "~/ui/parts/notice";
import { useWords as usePartWords } from "~/ui/parts/part-words";
import type { SourceQuietQuestion } from "../rules/quiet";
import { useWords } from "./words/words";

/** Returns the form's name, which differs by source, because a list shows several. */
export const sourceQuietFormName = (id: string): string => `quiet-${id}`;

interface QuietSourceProps {
  left: SourceQuietQuestion;
  source: { id: string; name: string; version: number };
  /** Address of the source. */
  here: string;
  editable: boolean;
}

/** Buttons for an admin: confirm the assumption, or go to the question. Both work on any page. */
export function QuietSourceButtons({ left, source, here, editable }: QuietSourceProps) {
  const { t } = useWords();
  const part = usePartWords();
  if (left === null || !editable) return null;
  const named = (label: string) => part.t("label.named", { label, about: source.name });
  const question = t(left === "assumed" ? "quiet.change" : "quiet.answer");
  return (
    <div className="flex flex-wrap gap-3">
      {left === "assumed" ? (
        <ButtonForm name={sourceQuietFormName(source.id)} action={here} version={source.version}>
          <Button label={named(t("quiet.confirm"))}>{t("quiet.confirm")}</Button>
        </ButtonForm>
      ) : null}
      <ButtonLink to={`${here}#source-quietMeansWell`} label={named(question)}>
        {question}
      </ButtonLink>
    </div>
  );
}

/** Notice that the meaning of a quiet source is not set. */
export function QuietSourceBanner(props: QuietSourceProps) {
  const { t } = useWords();
  if (props.left === null) return null;
  return (
    <NoticeBanner tone="warning">
      <div className="grid justify-items-start gap-3">
        <p>{t(`quiet.${props.left}`)}</p>
        <QuietSourceButtons {...props} />
      </div>
    </NoticeBanner>
  );
}
