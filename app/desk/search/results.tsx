import { Link } from "@remix-run/react";
import { TimeText } from "../parts/time-text";
import type { Hit } from "./ways";
import { useWords } from "./words";

const look = "flex min-h-hit flex-wrap items-center gap-x-3 px-4 py-1.5 text-ink no-underline hover:bg-sunken";

function HitText({ hit: { kind, title, at } }: { hit: Hit }) {
  const { t } = useWords();
  return (
    <>
      <span className="w-24 flex-none text-sm text-soft">{t(`kind.${kind}`)}</span>
      <bdi className="min-w-0 flex-1 basis-32 font-medium">{title}</bdi>
      {at ? (
        <span className="text-sm text-soft">
          <TimeText at={at} />
        </span>
      ) : null}
    </>
  );
}

/** What was found, each as the way to it. */
export const Results = ({ hits, onGo }: { hits: readonly Hit[]; onGo?: () => void }) => (
  <ul className="divide-y divide-line">
    {hits.map((hit) => (
      <li key={`${hit.kind} ${hit.to}`}>
        {hit.outside ? (
          <a href={hit.to} className={look}>
            <HitText hit={hit} />
          </a>
        ) : (
          <Link to={hit.to} onClick={onGo} className={look}>
            <HitText hit={hit} />
          </Link>
        )}
      </li>
    ))}
  </ul>
);
