import { Link } from "@remix-run/react";
import { List, Row } from "./list";

interface Kind {
  kind: string;
  title: string;
  /** One sentence, where a title does not say enough. */
  about?: string;
}

/** The kinds of something new: each leads to the form of its kind. */
export const KindList = ({ kinds }: { kinds: readonly Kind[] }) => (
  <List>
    {kinds.map(({ kind, title, about }) => (
      <Row key={kind}>
        <Link to={`?kind=${kind}`} className="inline-flex min-h-11 items-center font-medium">
          {title}
        </Link>
        {about === undefined ? null : <p className="-mt-1.5 pb-2 text-soft text-sm">{about}</p>}
      </Row>
    ))}
  </List>
);
