/** @jsxImportSource ~/html */

/** An icon for people who cannot read the text beside it. */
export const GlobeIcon = () => (
  <svg class="globe" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
    <path
      d="M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 0c4.6 4.6 4.6 11.4 0 16m0-16c-4.6 4.6-4.6 11.4 0 16M2.4 8h15.2M2.4 12h15.2"
      fill="none"
      stroke="currentColor"
      stroke-width="1.4"
    />
  </svg>
);
