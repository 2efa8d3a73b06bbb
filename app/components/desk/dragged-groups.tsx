import { useLocation, useSubmit } from "@remix-run/react";
import { type DragEvent, type HTMLAttributes, useEffect, useState } from "react";
import { DragHandleIcon } from "~/ui/parts/icons";
import { useViewer } from "~/ui/parts/viewer";

/** Type of the dragged data, so that an image or a text from elsewhere is not taken for a group. */
const kind = "text/x-upfront-group";

interface DraggedGroup {
  id: string;
  version: number;
}

/** Handle by which a group is dragged, with JavaScript and a mouse; the buttons next to it do the same for everyone. */
export function GroupDragHandle({ id, version }: DraggedGroup) {
  const [able, setAble] = useState(false);
  useEffect(() => setAble(true), []);
  if (!able) return null;
  const begin = ({ dataTransfer }: DragEvent) => {
    dataTransfer.setData(kind, JSON.stringify({ id, version }));
    dataTransfer.effectAllowed = "move";
  };
  return (
    <span
      draggable
      aria-hidden="true"
      onDragStart={begin}
      className="hidden min-h-hit cursor-grab items-center px-2 text-soft pointer-fine:inline-flex"
    >
      <DragHandleIcon />
    </span>
  );
}

const isGroup = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(kind);

/** Returns the attributes of a group's part of the table: another group that is dropped there takes its place. */
export function useGroupDrop(): (id: string) => HTMLAttributes<HTMLTableSectionElement> {
  const submit = useSubmit();
  const { formToken, nonce } = useViewer();
  const { pathname } = useLocation();
  const [over, setOver] = useState<string | null>(null);
  const drop = (event: DragEvent, id: string) => {
    setOver(null);
    const dragged = event.dataTransfer.getData(kind);
    if (dragged === "") return;
    event.preventDefault();
    const { id: one, version } = JSON.parse(dragged) as DraggedGroup;
    if (one === id) return;
    const about = { _token: formToken, nonce, form: "order" };
    const group = `onto ${one} ${version} ${id}`;
    submit({ ...about, group }, { method: "post", action: pathname, preventScrollReset: true });
  };
  return (id) => {
    const enter = (event: DragEvent) => {
      if (!isGroup(event)) return;
      event.preventDefault();
      setOver(id);
    };
    return {
      id: `group-${id}`,
      onDragEnter: enter,
      onDragOver: enter,
      onDragLeave: () => setOver(null),
      onDrop: (event) => drop(event, id),
      className: over === id ? "outline-2 -outline-offset-2 outline-accent" : "",
    };
  };
}
