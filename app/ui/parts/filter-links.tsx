import { Link } from "@remix-run/react";

/** Style of links side by side, one of which is current. */
export const viewLinkClass =
  "flex min-h-hit items-center rounded-md px-3 text-soft no-underline hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-ink";

interface FilterLinksProps {
  /** Label of the group for screen readers. */
  label: string;
  /** Texts by the value in the URL. */
  words: Record<string, string>;
  chosen: string;
  addressOf(key: string): string;
}

/** Links to a few views of the same list. */
export const FilterLinks = ({ label, words, chosen, addressOf }: FilterLinksProps) => (
  <nav aria-label={label} className="-mx-3 flex flex-wrap gap-1">
    {Object.entries(words).map(([key, text]) => (
      <Link key={key} to={addressOf(key)} aria-current={key === chosen ? "page" : undefined} className={viewLinkClass}>
        {text}
      </Link>
    ))}
  </nav>
);
