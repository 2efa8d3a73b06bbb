import { useNavigate } from "@remix-run/react";
import type { AnchorHTMLAttributes, MouseEvent } from "react";

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** Path from the root of the host, or a URL of another host, which the browser follows itself. */
  to: string;
}

/** Returns true when the link is opened in this tab, rather than in a new one or saved. */
const isFollowed = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);

/**
 * A link that script follows in place. Remix's own link resolves its URL three times per render, even a resolved one.
 * `data-discover` makes Remix load the routes behind it in advance.
 */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { origin, pathname, search, hash, href, target } = event.currentTarget;
    if (event.defaultPrevented || !isFollowed(event) || target !== "" || origin !== location.origin) return;
    event.preventDefault();
    navigate(`${pathname}${search}${hash}`, { replace: href === location.href });
  };
  return (
    <a {...rest} data-discover="true" href={to} onClick={follow}>
      {children}
    </a>
  );
}
