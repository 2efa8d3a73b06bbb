/** @jsxImportSource ~/html */
import type { Theme } from "~/text/theme";

/** Addresses of the page's logo for light and dark mode. */
export interface PageLogos {
  light: string;
  dark: string;
  /** True when it has no dark version: it gets a light ground in dark mode. */
  lit: boolean;
}

/** Returns the logos; a single one serves both modes; null = the mark in the accent colour. */
export const pageLogosOf = (light: string | null, dark: string | null): PageLogos | null => {
  const [onLight, onDark] = [light ?? dark, dark ?? light];
  return onLight !== null && onDark !== null ? { light: onLight, dark: onDark, lit: dark === null } : null;
};

interface PictureProps {
  source: string;
  media: string;
  image: string;
  name: string;
}

const Picture = ({ source, media, image, name }: PictureProps) => (
  <picture>
    <source srcset={source} media={media} />
    <img src={image} alt={name} height="32" />
  </picture>
);

interface LogoProps {
  logos: PageLogos;
  theme: Theme | null;
  /** The page's name when the logo contains it; otherwise "". */
  name: string;
}

/**
 * Follows the chosen theme, else the reader's system; print is light. A logo without a dark version gets a light
 * ground.
 */
export function Logo({ logos: { light, dark, lit }, theme, name }: LogoProps) {
  if (lit && theme !== "light") return <img class="lit" src={light} alt={name} height="32" />;
  if (light === dark || theme === "light") return <img src={light} alt={name} height="32" />;
  if (theme === "dark") return <Picture source={light} media="print" image={dark} name={name} />;
  return <Picture source={dark} media="screen and (prefers-color-scheme:dark)" image={light} name={name} />;
}
