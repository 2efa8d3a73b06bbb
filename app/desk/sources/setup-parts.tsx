import type { ReactNode } from "react";
import { Button } from "../parts/button";
import { ButtonForm } from "../parts/form";
import { Fold } from "../parts/list";
import { barLook, CopyButton } from "./copy-button";
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

interface ToPasteProps {
  title: string;
  /** Beside the button that copies it. */
  more?: ReactNode;
  children: string;
}

/** A text to paste elsewhere, under its title; what scrolls can be reached by the keyboard. */
export const ToPaste = ({ title, more, children }: ToPasteProps) => (
  <div className="overflow-hidden rounded-lg border border-line bg-surface">
    <div className="flex min-h-11 items-center border-b border-line ps-4">
      <h3 className="min-w-0 flex-1 py-2 font-medium wrap-anywhere">{title}</h3>
      <div className="flex shrink-0 items-center">
        {more}
        <CopyButton what={title} text={children} />
      </div>
    </div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by the keyboard */}
    <section aria-label={title} tabIndex={0} className="overflow-x-auto bg-sunken">
      <pre dir="ltr" className="px-4 py-3 font-mono text-sm">
        {children}
      </pre>
    </section>
  </div>
);

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
