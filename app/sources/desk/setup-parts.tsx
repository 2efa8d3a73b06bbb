import { Button } from "~/ui/parts/button";
import { barLook } from "~/ui/parts/copy-button";
import { ButtonForm } from "~/ui/parts/form";
import { Fold } from "~/ui/parts/list";
import { ToPaste } from "~/ui/parts/to-paste";
import { useWords } from "./words/words";

interface Step {
  title: string;
  /** What to do, in words. */
  text: string;
  /** What to paste, exactly. */
  paste?: string;
  /** It is a whole file of this name. */
  file?: string;
}

const nameOf = (path: string) => path.split("/").at(-1) ?? path;

/** A whole file: seen, copied, or downloaded, which needs no script. */
function WholeFile({ path, about, text }: { path: string; about: string; text: string }) {
  const { t } = useWords();
  const file = nameOf(path);
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  const download = (
    <a href={href} download={file} aria-label={t("setup.download_of", { file })} className={barLook}>
      {t("setup.download")}
    </a>
  );
  return (
    <Fold title={t("setup.whole_file", { file: path })} about={about}>
      <p className="max-w-prose text-soft">{about}</p>
      <ToPaste title={file} more={download}>
        {text}
      </ToPaste>
    </Fold>
  );
}

/** Emails and tools that need a base URL alone have no use for the address of their source. */
export const usesAddress = (steps: readonly Step[], address: string): boolean =>
  steps.length === 0 || steps.some(({ paste }) => paste?.includes(address));

interface SetupStepsProps {
  steps: readonly Step[];
  /** Said once, before the steps: a step that is nothing else is left out. */
  address: string;
}

/** What to do, the address, parts to paste into what is there, and folded below them the whole files that they are parts of. */
export function SetupSteps({ steps, address }: SetupStepsProps) {
  const { t } = useWords();
  const [first] = steps;
  const parts = steps.filter(({ file, paste }) => file === undefined && paste !== address);
  const files = steps.filter(({ file }) => file !== undefined);
  return (
    <>
      {first?.text ? <p className="max-w-prose text-soft">{first.text}</p> : null}
      {usesAddress(steps, address) ? <ToPaste title={t("setup.address")}>{address}</ToPaste> : null}
      {parts.map(({ title, paste = "" }) => (
        <ToPaste key={title} title={title}>
          {paste}
        </ToPaste>
      ))}
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
