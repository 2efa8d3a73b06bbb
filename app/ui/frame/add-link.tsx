import { ButtonLink } from "../parts/button";
import { useHasRole } from "./may";

/** Link for admins beside a list's title, to the form of a new entry. */
export const AddLink = ({ to, children }: { to: string; children: string }) =>
  useHasRole("admin") ? (
    <ButtonLink to={to} look="primary">
      {children}
    </ButtonLink>
  ) : null;
