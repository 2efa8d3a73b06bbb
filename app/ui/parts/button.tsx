import type { ReactNode } from "react";
import { ChevronIcon } from "./icons";
import { Link } from "./link";
import { useWords } from "./part-words";

const shape =
  "inline-flex min-h-hit items-center justify-center gap-2 rounded-md border px-3 py-2 font-medium sm:px-4 pointer-fine:py-1 no-underline cursor-pointer";

/** Style by the form's `aria-busy`, so that a list with four hundred buttons is not rendered again. */
const waits = "in-[[aria-busy]]:cursor-progress in-[[aria-busy]]:opacity-60";

const looks = {
  primary: "border-accent bg-accent text-on-accent hover:opacity-90",
  quiet: "border-edge bg-surface text-ink hover:bg-sunken",
  danger: "border-danger bg-surface text-danger hover:bg-danger-wash",
} as const;

type ButtonLook = keyof typeof looks;

interface ButtonProps {
  children: ReactNode;
  look?: ButtonLook;
  /** Name and value sent with the form, so that one form can have several buttons. */
  name?: string;
  value?: string;
  /** Label for screen readers, when the visible text is only a symbol. */
  label?: string;
  /** URL that replaces the form's own. */
  action?: string;
}

/** All buttons are submit buttons, so that they work without script. With script, a form being sent is visibly busy. */
export function Button({ children, look = "quiet", name, value, label, action }: ButtonProps) {
  const sent = { name, value, formAction: action };
  return (
    <button type="submit" {...sent} aria-label={label} className={`${shape} ${waits} ${looks[look]}`}>
      {children}
    </button>
  );
}

/** Shows the typed text as visitors would see it; the form stays. */
export const PreviewButton = () => (
  <Button name="intent" value="preview">
    {useWords().t("form.preview")}
  </Button>
);

/**
 * Invisible first button of a form, which Enter in a field presses. It must not be `hidden`, because some browsers then
 * skip it.
 */
export const DefaultSubmitButton = ({ name, value }: { name: string; value: string }) => (
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

/**
 * Links in the head of a page: the last one primary, the others quiet. On phones a switch shows more than one quiet one,
 * so that the list below starts on the first screen.
 */
export function ButtonLinks({ links }: { links: readonly (readonly [to: string, label: string])[] }) {
  const { t } = useWords();
  const quiet = links.slice(0, -1);
  const primary = links.slice(-1);
  return (
    <div className="flex flex-wrap gap-2 sm:gap-3">
      {quiet.length > 1 ? (
        <details className="more-switch sm:hidden">
          <summary className={`${shape} ${looks.quiet} list-none [&::-webkit-details-marker]:hidden`}>
            {t("form.more")}
            <ChevronIcon />
          </summary>
        </details>
      ) : null}
      <div className="more-links">
        {quiet.map(([to, label]) => (
          <ButtonLink key={to} to={to}>
            {label}
          </ButtonLink>
        ))}
      </div>
      {primary.map(([to, label]) => (
        <ButtonLink key={to} to={to} look="primary">
          {label}
        </ButtonLink>
      ))}
    </div>
  );
}
