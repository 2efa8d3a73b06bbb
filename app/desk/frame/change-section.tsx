import type { ReactNode } from "react";
import { Section } from "../parts/list";
import { useMay } from "./may";

/** At the foot of a thing's page: where admins change it. Others see what it is, and nothing to press. */
export const ChangeSection = ({ children }: { children: ReactNode }) =>
  useMay("admin") ? <Section title="Change it">{children}</Section> : null;
