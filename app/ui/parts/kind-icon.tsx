import { type KindIconFamily, kindIconPath } from "./kind-drawings";
import { KindIconSvg, KindLabel } from "./kind-sign";

interface KindIconProps {
  family: KindIconFamily;
  kind: string;
}

export const KindIcon = ({ family, kind }: KindIconProps) => <KindIconSvg d={kindIconPath(family, kind)} />;

/** The kind of an item in a list, as icon and title. */
export const FamilyKindLabel = ({ family, kind, title }: KindIconProps & { title: string }) => (
  <KindLabel d={kindIconPath(family, kind)} title={title} />
);
