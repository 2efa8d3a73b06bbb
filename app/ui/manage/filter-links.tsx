import { Link } from "@remix-run/react";

interface FilterLinksProps {
  /** What is chosen, for who does not see that they belong together. */
  label: string;
  /** In the address → what people read. */
  words: Record<string, string>;
  chosen: string;
  addressOf(key: string): string;
}

/** One of a few views of the same list. */
export const FilterLinks = ({ label, words, chosen, addressOf }: FilterLinksProps) => (
  <nav aria-label={label} className="flex flex-wrap gap-x-4">
    {Object.entries(words).map(([key, text]) => (
      <Link
        key={key}
        to={addressOf(key)}
        aria-current={key === chosen ? "page" : undefined}
        className="inline-flex min-h-11 items-center aria-[current=page]:font-semibold aria-[current=page]:no-underline"
      >
        {text}
      </Link>
    ))}
  </nav>
);
