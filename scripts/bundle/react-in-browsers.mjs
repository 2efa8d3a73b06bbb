/** React as browsers run it: Preact under its names (decisions/0030), with transitions that wait for a frame. */
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
