import { Button } from "../parts/button";
import { ButtonForm } from "../parts/form";
import { Fold, Verbatim } from "../parts/list";
import { useWords } from "./words";

interface Step {
  title: string;
  /** What to do, in words. */
  text: string;
  /** What to paste, exactly. */
  paste?: string;
  /** It is a whole file of this name. */
  file?: string;
}

/** Parts to paste into what is there, and folded beside them the whole files that they are parts of. */
export function SetupSteps({ steps }: { steps: readonly Step[] }) {
  const { t } = useWords();
  const parts = steps.filter(({ file }) => file === undefined);
  const files = steps.filter(({ file }) => file !== undefined);
  return (
    <>
      {parts.length === 0 ? null : (
        <ol className="grid gap-4">
          {parts.map((step) => (
            <li key={step.title} className="grid gap-2">
              {step.text ? <p className="max-w-prose text-soft">{step.text}</p> : null}
              <h3 className="font-medium">{step.title}</h3>
              {step.paste ? <Verbatim label={step.title}>{step.paste}</Verbatim> : null}
            </li>
          ))}
        </ol>
      )}
      {files.map(({ title, paste = "", file = "" }) => (
        <Fold key={file} title={t("setup.whole_file", { file })} about={title}>
          <p className="text-soft">{title}</p>
          <Verbatim label={file}>{paste}</Verbatim>
        </Fold>
      ))}
    </>
  );
}

export function TestButton() {
  const { t } = useWords();
  return (
    <div>
      <ButtonForm name="test">
        <Button>{t("button.test")}</Button>
      </ButtonForm>
    </div>
  );
}
