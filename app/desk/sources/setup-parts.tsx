import { Button } from "../parts/button";
import { FileLink } from "../parts/file-link";
import { ButtonForm } from "../parts/form";
import { Fold, Verbatim } from "../parts/list";
import { CopyButton } from "./copy-button";
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

/** A text as it is pasted elsewhere, and the button that copies it. */
export const ToPaste = ({ label, children }: { label: string; children: string }) => (
  <div className="grid justify-items-start gap-2">
    <div className="w-full min-w-0">
      <Verbatim label={label}>{children}</Verbatim>
    </div>
    <CopyButton what={label} text={children} />
  </div>
);

const nameOf = (path: string) => path.split("/").at(-1) ?? path;

/** A whole file: seen, copied, or downloaded, which needs no script. */
function WholeFile({ path, about, text }: { path: string; about: string; text: string }) {
  const { t } = useWords();
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  return (
    <Fold title={t("setup.whole_file", { file: path })} about={about}>
      <p className="text-soft">{about}</p>
      <FileLink href={href} name={nameOf(path)}>
        {t("setup.download", { file: nameOf(path) })}
      </FileLink>
      <ToPaste label={path}>{text}</ToPaste>
    </Fold>
  );
}

/** Parts to paste into what is there, and folded beside them the whole files that they are parts of. */
export function SetupSteps({ steps }: { steps: readonly Step[] }) {
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
              {step.paste ? <ToPaste label={step.title}>{step.paste}</ToPaste> : null}
            </li>
          ))}
        </ol>
      )}
      {files.map(({ title, paste = "", file = "" }) => (
        <WholeFile key={file} path={file} about={title} text={paste} />
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
