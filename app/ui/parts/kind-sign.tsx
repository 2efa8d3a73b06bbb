/** Icon beside the title of a kind, never instead of it. */
export const KindIconSvg = ({ d }: { d: string }) => (
  <svg
    className="size-[1.125em] flex-none text-soft"
    viewBox="0 0 16 16"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.25"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={d} />
  </svg>
);

/** Kind of an item, when its icon (kind-drawings) comes with its data. */
export const KindLabel = ({ d, title }: { d: string; title: string }) => (
  <span className="inline-flex items-center gap-1.5 align-bottom">
    <KindIconSvg d={d} />
    {title}
  </span>
);
