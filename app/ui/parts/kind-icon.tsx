import { drawingOf, type KindFamily } from "./kind-drawings";
import { KindDrawing, KindSign } from "./kind-sign";

interface KindIconProps {
  family: KindFamily;
  kind: string;
}

export const KindIcon = ({ family, kind }: KindIconProps) => <KindDrawing d={drawingOf(family, kind)} />;

/** The kind of an item in a list, as icon and title. */
export const KindName = ({ family, kind, title }: KindIconProps & { title: string }) => (
  <KindSign d={drawingOf(family, kind)} title={title} />
);
