import { Link } from "@remix-run/react";
import { List, Row } from "./list";

/** The kinds of something new: each leads to the form of its kind. */
export const KindList = ({ kinds }: { kinds: { kind: string; title: string }[] }) => (
  <List>
    {kinds.map(({ kind, title }) => (
      <Row key={kind}>
        <Link to={`?kind=${kind}`} className="inline-flex min-h-11 items-center font-medium">
          {title}
        </Link>
      </Row>
    ))}
  </List>
);
