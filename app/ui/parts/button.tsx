import type { ReactNode } from "react";
import { Link } from "./link";
import { useWords } from "./part-words";

const shape =
  "inline-flex min-h-hit items-center justify-center gap-2 rounded-md border px-3 py-2 font-medium sm:px-4 pointer-fine:py-1 no-underline cursor-pointer";

/** By the form's own mark: a list with four hundred buttons need not be drawn again for it. */
const waits = "in-[[aria-busy]]:cursor-progress in-[[aria-busy]]:opacity-60";

const looks = {
  primary: "border-accent bg-accent text-on-accent hover:opacity-90",
  quiet: "border-edge bg-surface text-ink hover:bg-sunken",
  danger: "border-danger bg-surface text-danger hover:bg-danger-wash",
} as const;

type Look = keyof typeof looks;

interface ButtonProps {
  children: ReactNode;
  look?: Look;
  /** Sent with the form, so that one form may have several buttons. */
  name?: string;
  value?: string;
  /** Where the visible word is a sign only. */
  label?: string;
  /** Where its form goes in place of its own address. */
  action?: string;
}

/** Every button is a submit button: nothing here needs script. With it, a form on its way looks so. */
export function Button({ children, look = "quiet", name, value, label, action }: ButtonProps) {
  const sent = { name, value, formAction: action };
  return (
    <button type="submit" {...sent} aria-label={label} className={`${shape} ${waits} ${looks[look]}`}>
      {children}
    </button>
  );
}

/** Shows what was typed as visitors would see it; the form stays. */
export const PreviewButton = () => (
  <Button name="intent" value="preview">
    {useWords().t("form.preview")}
  </Button>
);

/**
 * What Enter in a field does where another button stands first in the form: browsers press the first one there is.
 * Nobody sees it or comes to it, and it must not be `hidden`, which some browsers then leave out.
 */
export const EnterButton = ({ name, value }: { name: string; value: string }) => (
  <button type="submit" name={name} value={value} tabIndex={-1} aria-hidden="true" className="sr-only" />
);

interface ButtonLinkProps extends Pick<ButtonProps, "children" | "look" | "label"> {
  to: string;
}

export function ButtonLink({ to, look = "quiet", label, children }: ButtonLinkProps) {
  return (
    <Link to={to} aria-label={label} className={`${shape} ${looks[look]}`}>
      {children}
    </Link>
  );
}

/** Ways from the head of a page: the first ones quiet, the last one primary. */
export const ButtonLinks = ({ links }: { links: readonly (readonly [to: string, label: string])[] }) => (
  <div className="flex flex-wrap gap-2 sm:gap-3">
    {links.map(([to, label], index) => (
      <ButtonLink key={to} to={to} look={index === links.length - 1 ? "primary" : "quiet"}>
        {label}
      </ButtonLink>
    ))}
  </div>
);
