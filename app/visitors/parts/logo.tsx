/** @jsxImportSource ~/html */
import type { Theme } from "~/rules/basics/theme";

/** Addresses of the page's logo: on light ground, and on dark. */
export interface Logos {
  light: string;
  dark: string;
}

/** Where there is only one, it serves both; null = the accent's own mark. */
export const logosOf = (light: string | null, dark: string | null): Logos | null => {
  const [onLight, onDark] = [light ?? dark, dark ?? light];
  return onLight !== null && onDark !== null ? { light: onLight, dark: onDark } : null;
};

const Picture = ({ source, media, image }: { source: string; media: string; image: string }) => (
  <picture>
    <source srcset={source} media={media} />
    <img src={image} alt="" height="32" />
  </picture>
);

/** Follows what was chosen, else the reader's system; paper is light. */
export function Logo({ logos: { light, dark }, theme }: { logos: Logos; theme: Theme | null }) {
  if (light === dark || theme === "light") return <img src={light} alt="" height="32" />;
  if (theme === "dark") return <Picture source={light} media="print" image={dark} />;
  return <Picture source={dark} media="screen and (prefers-color-scheme:dark)" image={light} />;
}
