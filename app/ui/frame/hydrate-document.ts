import { type ContainerNode, hydrate } from "preact";
import type { ReactElement } from "react";

/** Preact renders into a node's children, but takes a document for its element, whose children are not the page. */
function containerOfDocument(): ContainerNode {
  const { documentElement } = document;
  const put = (node: Node) => {
    document.documentElement?.remove();
    return document.appendChild(node);
  };
  return {
    nodeType: documentElement.nodeType,
    namespaceURI: documentElement.namespaceURI,
    parentNode: null,
    firstChild: documentElement,
    childNodes: [documentElement],
    insertBefore: put,
    appendChild: put,
    removeChild: (node: Node) => document.removeChild(node),
  } as unknown as ContainerNode;
}

function withNext(first: Node | null): Node[] {
  const found: Node[] = [];
  for (let node = first; node; node = node.nextSibling) found.push(node);
  return found;
}

/** Returns what browser extensions may have put beside the page: in its head, behind its last script, behind its body. */
function nodesOfOthers(): Node[] {
  const { head, body } = document;
  const scripts = [...body.querySelectorAll(":scope > script[nonce]")];
  return [...head.childNodes, ...withNext(scripts.at(-1) ?? null), ...withNext(body.nextSibling)];
}

/** Hydrates the whole document. Preact would remove what is not the page's own; others' nodes stay, as with React. */
export function hydrateDocument(page: ReactElement): void {
  const others = nodesOfOthers();
  for (const node of others) Object.assign(node, { remove: () => undefined });
  hydrate(page, containerOfDocument());
  for (const node of others) Reflect.deleteProperty(node, "remove");
}
