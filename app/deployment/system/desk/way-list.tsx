import { ListPanel, ListRow, ListRowDetail, RowLink } from "~/ui/parts/list";

interface DescribedLink {
  to: string;
  title: string;
  about: string;
  /** True for an address outside management. */
  outside?: boolean;
}

/** Lists links to other pages, with a description of each. */
export const LinksPanel = ({ ways }: { ways: readonly DescribedLink[] }) => (
  <ListPanel>
    {ways.map(({ to, title, about, outside }) => (
      <ListRow key={to}>
        {outside ? (
          <a
            href={to}
            className="-my-2.5 min-h-hit py-2.5 font-medium text-ink decoration-line hover:decoration-current"
          >
            {title}
          </a>
        ) : (
          <RowLink to={to}>{title}</RowLink>
        )}
        <ListRowDetail>{about}</ListRowDetail>
      </ListRow>
    ))}
  </ListPanel>
);
