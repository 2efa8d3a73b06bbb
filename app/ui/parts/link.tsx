import { useNavigate } from "@remix-run/react";
import type { AnchorHTMLAttributes, MouseEvent } from "react";

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** A path from the root of the host, or another host's address, which the browser follows by itself. */
  to: string;
}

/** It is followed here and now: not in a tab of its own, and not saved. */
const isFollowed = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);

/**
 * A link that script follows in place. Remix's own resolves its address three times for each rendering, also one that is
 * resolved already. `data-discover` has Remix ask ahead for the routes behind it.
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
