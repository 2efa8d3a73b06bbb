import { Link } from "@remix-run/react";
import type { KindIconFamily } from "./kind-drawings";
import { KindIcon } from "./kind-icon";

interface KindListItem {
  kind: string;
  title: string;
  /** One sentence, when the title does not say enough. */
  about?: string;
}

/** The kinds of something new, as tiles that lead to the form of each kind. */
interface KindListProps {
  family: KindIconFamily;
  kinds: readonly KindListItem[];
  /** Further query parameters of the form's URL, such as its subject. */
  more?: Readonly<Record<string, string>>;
}

export const KindList = ({ family, kinds, more = {} }: KindListProps) => (
  <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
    {kinds.map(({ kind, title, about }) => (
      <li
        key={kind}
        className="relative grid content-start gap-0.5 rounded-lg border border-line bg-surface px-4 py-2 hover:bg-sunken"
      >
        <Link
          to={`?${new URLSearchParams({ kind, ...more })}`}
          className="flex min-h-hit items-center gap-2.5 font-medium text-ink no-underline after:absolute after:inset-0"
        >
          <KindIcon family={family} kind={kind} />
          {title}
        </Link>
        {about === undefined ? null : <p className="pb-1 text-soft text-sm">{about}</p>}
      </li>
    ))}
  </ul>
);
