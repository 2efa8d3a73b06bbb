/** React as browsers run it: Preact under its names (decisions/0030), with transitions that wait for a frame. */
import { options } from "preact";

export * from "preact/compat";
export { default } from "preact/compat";

/** A page out of sight has no frames. */
const longestWaitMs = 100;

/**
 * Changes state after the next frame, so that a press is shown before a whole page is drawn anew for it. Preact's own
 * changes it at once.
 *
 * @param {() => void} change
 */
export function startTransition(change) {
  const go = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    setTimeout(change);
  };
  const frame = requestAnimationFrame(go);
  const timer = setTimeout(go, longestWaitMs);
}

/**
 * Element that had the focus before what is rendered now; null = nothing is.
 *
 * @type {Element | null}
 */
let focused = null;

/** Gives the focus back to an element that lost it because it was moved, as React does. */
function refocus() {
  const isLost = document.activeElement === document.body && focused?.isConnected;
  if (isLost && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  focused = null;
}

// Preact's names for what is called before a component is rendered, and after all was written to the page.
const { __r: beforeRender, __c: afterCommit } = options;
options.__r = (vnode) => {
  focused ??= document.activeElement;
  beforeRender?.(vnode);
};
options.__c = (vnode, queue) => {
  refocus();
  afterCommit?.(vnode, queue);
};
