/** Icons beside words, never instead of them; drawn in a box of 16. */
const Line = ({ path, className = "" }: { path: string; className?: string }) => (
  <svg
    className={`size-4 flex-none ${className}`}
    viewBox="0 0 16 16"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={path} />
  </svg>
);

/** Icon of a summary, which flips while its fold is open. */
export const ChevronIcon = () => <Line path="m4 6 4 4 4-4" className="chevron text-soft" />;

/** Icon for actions that cannot be undone. */
export const WarningIcon = () => <Line path="M8 2.5 14.5 13.5h-13ZM8 6.5v3M8 11.6v.1" className="text-danger" />;

export const UpDownIcon = () => <Line path="m5 6 3-3 3 3M5 10l3 3 3-3" className="text-soft" />;

const sortArrows = { up: "M8 13V3.5M4.5 7 8 3.5 11.5 7", down: "M8 3v9.5M4.5 9 8 12.5 11.5 9" } as const;

/** Direction of a sorted column; a column that could be sorted by shows both, faintly. */
export const SortIcon = ({ direction }: { direction: keyof typeof sortArrows | null }) =>
  direction === null ? (
    <Line path="m5 6 3-3 3 3M5 10l3 3 3-3" className="opacity-50" />
  ) : (
    <Line path={sortArrows[direction]} className="text-ink" />
  );

export const TickIcon = () => <Line path="m3 8.5 3 3 7-7" className="text-accent" />;

export const MenuIcon = () => <Line path="M2 4h12M2 8h12M2 12h12" className="text-soft" />;

export const SearchIcon = () => <Line path="M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2Zm3.6 8.6L14 14" />;

/** Handle for dragging. */
export const DragHandleIcon = () => (
  <Line path="M6 3.5v.1M6 8v.1M6 12.5v.1M10 3.5v.1M10 8v.1M10 12.5v.1" className="text-soft" />
);
