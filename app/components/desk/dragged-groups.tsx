import { useLocation, useSubmit } from "@remix-run/react";
import { type DragEvent, type ReactNode, useEffect, useState } from "react";
import { DragHandleIcon } from "~/ui/parts/icons";
import { useViewer } from "~/ui/parts/viewer";

/** Type of the dragged data, so that a picture or a text from elsewhere does not count as a group. */
const kind = "text/x-upfront-group";

interface DraggedGroup {
  id: string;
  version: number;
}

/** Handle by which a group is dragged, with JavaScript and a mouse; the buttons beside it do the same for everyone. */
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

/** Position of a group: another one that is dropped here takes its place. */
export function GroupDropTarget({ id, children }: { id: string; children: ReactNode }) {
  const submit = useSubmit();
  const { formToken, nonce } = useViewer();
  const { pathname } = useLocation();
  const [over, setOver] = useState(false);
  const enter = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(kind)) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const dragged = event.dataTransfer.getData(kind);
    if (dragged === "") return;
    event.preventDefault();
    const { id: one, version } = JSON.parse(dragged) as DraggedGroup;
    if (one === id) return;
    const about = { _token: formToken, nonce, form: `group-${one}`, version: String(version) };
    submit({ ...about, group: `onto ${one} ${id}` }, { method: "post", action: pathname, preventScrollReset: true });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the buttons of its heading do the same
    <div
      onDragEnter={enter}
      onDragOver={enter}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={over ? "rounded-lg outline-2 outline-offset-4 outline-accent" : ""}
    >
      {children}
    </div>
  );
}
