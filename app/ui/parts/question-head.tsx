import { type ReactNode, useEffect, useRef } from "react";

interface QuestionHeadProps {
  title: string;
  note?: ReactNode;
}

/**
 * Head of a question before something is done, shown instead of the list whose button was pressed. Its heading gets the
 * focus, so that it is announced: without script by the document.
 */
export function QuestionHead({ title, note }: QuestionHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-1 wrap-anywhere">
      <h1
        ref={heading}
        tabIndex={-1}
        // biome-ignore lint/a11y/noAutofocus: the question is what the pressed button leads to
        autoFocus
        className="text-2xl font-semibold tracking-tight focus:outline-none"
      >
        {title}
      </h1>
      {note ? <div className="text-soft">{note}</div> : null}
    </div>
  );
}
