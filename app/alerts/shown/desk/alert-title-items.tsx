import { Link } from "~/ui/parts/link";
import { alertPath } from "./alert-origin";

/** Items of a list: the titles of alerts, each a link to its alert. */
export const AlertTitleItems = ({ alerts, slug }: { alerts: readonly { id: string; title: string }[]; slug: string }) =>
  alerts.map(({ id, title }) => (
    <li key={id}>
      <Link to={alertPath(slug, id)}>
        <bdi>{title}</bdi>
      </Link>
    </li>
  ));
