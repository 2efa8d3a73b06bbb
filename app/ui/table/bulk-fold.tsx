import type { ReactNode } from "react";
import { useForm } from "../parts/form";
import { ChevronIcon } from "../parts/icons";

interface BulkFoldProps {
  title: string;
  /** Names of its fields: a refused one opens it. */
  fields: readonly string[];
  children: ReactNode;
}

/**
 * An action with fields of its own in the bar of a `BulkForm`. Its fields open above the bar, so that the bar stays one
 * or two lines high, and one opens at a time.
 */
export function BulkActionFold({ title, fields, children }: BulkFoldProps) {
  const { form, state } = useForm();
  const isRefused = fields.some((name) => state?.errors[name] !== undefined);
  return (
    <details name={`${form}-actions`} open={isRefused}>
      <summary className="flex min-h-hit cursor-pointer list-none items-center gap-1.5 rounded-md border border-edge bg-surface px-3 font-medium hover:bg-sunken [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronIcon />
      </summary>
      <div className="bulk-fields flex flex-wrap items-end gap-3 rounded-lg border border-edge bg-surface p-3 shadow-lg">
        {children}
      </div>
    </details>
  );
}
