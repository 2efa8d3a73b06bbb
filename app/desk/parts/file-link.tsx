import { quietLook } from "./button";

/** A plain link: script is not to take a file for a page. `name`: what the file is called, where its address does not say. */
export const FileLink = ({ href, name = "", children }: { href: string; name?: string; children: string }) => (
  <p>
    <a href={href} download={name} className={quietLook}>
      {children}
    </a>
  </p>
);
