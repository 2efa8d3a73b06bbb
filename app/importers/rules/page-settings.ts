import { maxPageLinks, type PageLink } from "~/pages/rules/link-fields";
import { isReadableOnWhite, nearestReadableColour } from "~/text/contrast";
import { isTimeZone, parseTimeZoneName } from "~/time/day";
import type { MovedPage } from "./move-document";
import { toMovedLine, truncateMovedDescription } from "./moved-text";

/** Settings of a page that an import brings; absent = it stays as it is here. */
export interface MovedPageSettings {
  name?: string;
  about?: string;
  accent?: string;
  timeZone?: string;
  links?: PageLink[];
  noindex?: true;
}

/**
 * True while nobody has edited the page's settings. Its version is 0 when it is made, and rises with each change by a
 * person (settings, images, host, passphrase, ping key); the clock and monitors leave it.
 */
export const isPageUnedited = ({ version }: { version: number }): boolean => version === 0;

const shortHex = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/;
const longHex = /^#?([0-9a-f]{6})$/;

/**
 * Returns a colour as pages have it, `#rrggbb`, dark enough to be read on white; null when the text is no hexadecimal
 * colour.
 */
export function accentOfColour(text: string): string | null {
  const given = text.trim().toLowerCase();
  const short = shortHex.exec(given);
  const hex = short ? short.slice(1).map((part) => part + part) : longHex.exec(given)?.slice(1);
  if (!hex) return null;
  const colour = `#${hex.join("")}`;
  return isReadableOnWhite(colour) ? colour : nearestReadableColour(colour);
}

/** Returns the zone under its name here; null when it is not known. */
function knownZone(text: string | null): string | null {
  const name = parseTimeZoneName(text ?? "");
  return isTimeZone(name) ? name : null;
}

const mostLabelChars = 60;
const mostAddressChars = 2000;

/** Returns the links that the page's form takes; others are no links of a page here. */
const knownLinks = (links: MovedPage["links"] = []): PageLink[] =>
  links
    .flatMap((given) => {
      const [label, url] = [toMovedLine(given.label, mostLabelChars), given.url.trim()];
      const isAddress = /^https?:$/.test(URL.parse(url)?.protocol ?? "") && !/[\s<>"]/.test(url);
      return label !== "" && isAddress && url.length <= mostAddressChars ? [{ label, url }] : [];
    })
    .slice(0, maxPageLinks);

/** Returns the settings that come. What the origin leaves empty, or what is not valid here, does not. */
export function movedPageSettings(page: MovedPage, timeZone: string | null): MovedPageSettings {
  const [name, about] = [toMovedLine(page.name), truncateMovedDescription(page.about)];
  const accent = accentOfColour(page.accentColor ?? "");
  const zone = knownZone(timeZone);
  const links = knownLinks(page.links);
  return {
    ...(name ? { name } : {}),
    ...(about ? { about } : {}),
    ...(accent ? { accent } : {}),
    ...(zone ? { timeZone: zone } : {}),
    ...(links.length > 0 ? { links } : {}),
    ...(page.isUnlisted ? { noindex: true } : {}),
  };
}
