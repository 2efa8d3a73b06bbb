import { Button } from "~/ui/parts/button";
import { textBarItemClass } from "~/ui/parts/copy-button";
import { ButtonForm } from "~/ui/parts/form";
import { Fold } from "~/ui/parts/list";
import { CopyableTextBox } from "~/ui/parts/to-paste";
import { useWords } from "./words/words";

interface SetupInstruction {
  title: string;
  /** Instruction in words. */
  text: string;
  /** Exact text to paste. */
  paste?: string;
  /** File name, when the text is a whole file. */
  file?: string;
}

const nameOf = (path: string) => path.split("/").at(-1) ?? path;

/** A whole file to view, copy or download; the download needs no script. */
function WholeFile({ path, about, text }: { path: string; about: string; text: string }) {
  const { t } = useWords();
  const file = nameOf(path);
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  const download = (
    <a href={href} download={file} aria-label={t("setup.download_of", { file })} className={textBarItemClass}>
      {t("setup.download")}
    </a>
  );
  return (
    <Fold title={t("setup.whole_file", { file: path })} about={about}>
      <p className="max-w-prose text-soft">{about}</p>
      <CopyableTextBox title={file} more={download}>
        {text}
      </CopyableTextBox>
    </Fold>
  );
}

/** Returns true when a step uses the address; emails, and tools that only need a base URL, do not. */
export const usesIngestAddress = (steps: readonly SetupInstruction[], address: string): boolean =>
  steps.length === 0 || steps.some(({ paste }) => paste?.includes(address));

interface SetupStepsProps {
  steps: readonly SetupInstruction[];
  /** Address of the source, shown once before the steps: a step with only the address is left out. */
  address: string;
}

/** Instructions: the address, the parts to paste, and the whole files, folded below them. */
export function SourceSetupInstructions({ steps, address }: SetupStepsProps) {
  const { t } = useWords();
  const [first] = steps;
  const parts = steps.filter(({ file, paste }) => file === undefined && paste !== address);
  const files = steps.filter(({ file }) => file !== undefined);
  return (
    <>
      {first?.text ? <p className="max-w-prose text-soft">{first.text}</p> : null}
      {usesIngestAddress(steps, address) ? (
        <CopyableTextBox title={t("setup.address")}>{address}</CopyableTextBox>
      ) : null}
      {parts.map(({ title, paste = "" }) => (
        <CopyableTextBox key={title} title={title}>
          {paste}
        </CopyableTextBox>
      ))}
      {files.map(({ title, paste = "", file = "" }) => (
        <WholeFile key={file} path={file} about={title} text={paste} />
      ))}
    </>
  );
}

export function SendTestButton() {
  const { t } = useWords();
  return (
    <div>
      <ButtonForm name="test">
        <Button>{t("button.test")}</Button>
      </ButtonForm>
    </div>
  );
}
