import { Form, Link, useSearchParams } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { Button } from "./button";
import { TextField } from "./field";
import type { KindIconFamily } from "./kind-drawings";
import { KindIcon } from "./kind-icon";
import { sortKindsByTitle } from "./kind-order";
import { useWords } from "./part-words";

interface KindListItem {
  kind: string;
  title: string;
  /** One sentence, when the title does not say enough. */
  about?: string;
}

interface KindListProps {
  family: KindIconFamily;
  kinds: readonly KindListItem[];
  /** Further query parameters of the form's URL, such as its subject. */
  more?: Readonly<Record<string, string>>;
}

/** The kinds of something new, as tiles that lead to the form of each kind. */
export const KindTiles = ({ family, kinds, more = {} }: KindListProps) => (
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

interface FilteredKindListProps extends KindListProps {
  /** Kinds that fit any tool, listed after the others. */
  general: readonly string[];
}

/** Many kinds by their names, with a filter: a form that loads the page again, and with script while typing. */
export function FilterableKindTiles({ general, kinds, ...rest }: FilteredKindListProps) {
  const { t, language } = useWords();
  const [params] = useSearchParams();
  const [find, setFind] = useState(params.get("find") ?? "");
  const found = sortKindsByTitle(kinds, { language, general, find });
  const narrow = ({ target }: FormEvent<HTMLElement>) => setFind((target as HTMLInputElement).value);
  return (
    <>
      <search>
        <Form method="get" onInput={narrow} className="grid max-w-xl items-end gap-3 sm:grid-cols-[1fr_auto]">
          <TextField name="find" type="search" label={t("kinds.find")} value={find} />
          <Button>{t("kinds.filter")}</Button>
        </Form>
      </search>
      <p role="status" className={found.length === 0 ? "text-soft" : "sr-only"}>
        {found.length === 0 ? t("kinds.none") : t("kinds.found", { count: found.length })}
      </p>
      <KindTiles kinds={found} {...rest} />
    </>
  );
}
