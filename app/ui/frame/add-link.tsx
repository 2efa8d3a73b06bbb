import { ButtonLink } from "../parts/button";
import { useMay } from "./may";

/** Beside a list's title: leads admins to the form of a new one. */
export const AddLink = ({ to, children }: { to: string; children: string }) =>
  useMay("admin") ? (
    <ButtonLink to={to} look="primary">
      {children}
    </ButtonLink>
  ) : null;
