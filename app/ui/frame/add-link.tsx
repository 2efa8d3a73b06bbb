import { ButtonLink } from "../parts/button";
import { useMay } from "./may";

/** Link for admins beside a list's title, to the form of a new entry. */
export const AddLink = ({ to, children }: { to: string; children: string }) =>
  useMay("admin") ? (
    <ButtonLink to={to} look="primary">
      {children}
    </ButtonLink>
  ) : null;
