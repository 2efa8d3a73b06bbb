import type { Plugin } from "vite";

const watched = "[r.target, ...r.addedNodes].forEach";
const newOnly = '(r.type === "attributes" ? [r.target] : [...r.addedNodes]).forEach';

/**
 * Remix looks for new links in all of an element in which something was added or removed: after hydration it removes two
 * dozen tags of the body, and searched the whole page for each. New links are in what was added.
 */
export const linkDiscoveryPlugin = (): Plugin => ({
  name: "upfront-link-discovery",
  transform(code, id) {
    if (!id.endsWith("/@remix-run/react/dist/esm/fog-of-war.js")) return null;
    if (!code.includes(watched)) throw new Error(`${id} looks for links in another way.`);
    return code.replace(watched, newOnly);
  },
});
