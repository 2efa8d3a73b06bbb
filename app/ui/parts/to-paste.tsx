import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";

interface PasteBoxProps {
  title: string;
  /** Content beside the copy button. */
  more?: ReactNode;
  children: string;
}

/** A text to paste elsewhere, under its title; its scrolling area can be reached by keyboard. */
export const CopyableTextBox = ({ title, more, children }: PasteBoxProps) => (
  <div className="overflow-hidden rounded-lg border border-line bg-surface">
    <div className="flex min-h-hit items-center border-b border-line ps-4">
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
