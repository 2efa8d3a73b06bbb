import type { ReactNode } from "react";
import { useWords } from "./part-words";

interface ButtonFoldProps {
  label: string;
  /** Name of the item, for people who do not see the row. */
  about: string;
  open?: boolean;
  children: ReactNode;
}

/** A fold that looks like a button, for rare actions of a row; works without script. */
export function ButtonFold({ label, about, open = false, children }: ButtonFoldProps) {
  const { t } = useWords();
  return (
    <details open={open} className="group open:basis-full">
      <summary
        aria-label={t("label.named", { label, about })}
        className="inline-flex min-h-hit cursor-pointer list-none items-center rounded-md border border-edge bg-surface px-4 py-2 font-medium pointer-fine:py-1 group-open:mb-3 group-open:bg-sunken hover:bg-sunken"
      >
        {t("label.more", { label })}
      </summary>
      <div className="grid gap-5 rounded-md border border-line bg-sunken p-4">{children}</div>
    </details>
  );
}
