import { CopyButton } from "./copy-button";

interface VerbatimTextProps {
  label: string;
  /** Language of a text for people; absent = it is code. */
  lang?: string;
  /** True to wrap long lines, for text that is read rather than copied. */
  wraps?: boolean;
  /** True to show the label, where several texts stand below each other. */
  isLabelShown?: boolean;
  children: string;
}

/** Text to copy or read unchanged; scrolls on its own, also by keyboard. */
export function VerbatimText({ label, lang, wraps = false, isLabelShown = false, children }: VerbatimTextProps) {
  const text = (
    <div className="flex items-start overflow-hidden rounded-md border border-line bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by the keyboard */}
      <section aria-label={label} tabIndex={0} className="min-w-0 flex-1 overflow-x-auto">
        <pre
          dir={lang ? "auto" : "ltr"}
          lang={lang}
          className={`p-3 font-mono text-sm ${wraps ? "whitespace-pre-wrap wrap-anywhere" : ""}`}
        >
          {children}
        </pre>
      </section>
      {lang === undefined ? (
        <div className="pointer-fine:py-1">
          <CopyButton what={label} text={children} />
        </div>
      ) : null}
    </div>
  );
  return isLabelShown ? (
    <div className="grid gap-1">
      <span aria-hidden="true" className="font-semibold">
        {label}
      </span>
      {text}
    </div>
  ) : (
    text
  );
}
