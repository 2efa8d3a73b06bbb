import { Link } from "@remix-run/react";

/** Of what stands side by side, one of which is at hand. */
export const viewLink =
  "flex min-h-hit items-center rounded-md px-3 text-soft no-underline hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-ink";

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
  <nav aria-label={label} className="-mx-3 flex flex-wrap gap-1">
    {Object.entries(words).map(([key, text]) => (
      <Link key={key} to={addressOf(key)} aria-current={key === chosen ? "page" : undefined} className={viewLink}>
        {text}
      </Link>
    ))}
  </nav>
);
