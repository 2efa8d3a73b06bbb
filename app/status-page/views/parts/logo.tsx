/** @jsxImportSource ~/html */
import type { Theme } from "~/text/theme";

/** Addresses of the page's logo: on light ground, and on dark. */
export interface Logos {
  light: string;
  dark: string;
  /** Not made for the dark: it has a light ground there. */
  lit: boolean;
}

/** Where there is only one, it serves both; null = the accent's own mark. */
export const logosOf = (light: string | null, dark: string | null): Logos | null => {
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
  logos: Logos;
  theme: Theme | null;
  /** Where the logo says it itself; else "". */
  name: string;
}

/** Follows what was chosen, else the reader's system; paper is light. One that is not made for the dark has a ground there. */
export function Logo({ logos: { light, dark, lit }, theme, name }: LogoProps) {
  if (lit && theme !== "light") return <img class="lit" src={light} alt={name} height="32" />;
  if (light === dark || theme === "light") return <img src={light} alt={name} height="32" />;
  if (theme === "dark") return <Picture source={light} media="print" image={dark} name={name} />;
  return <Picture source={dark} media="screen and (prefers-color-scheme:dark)" image={light} name={name} />;
}
