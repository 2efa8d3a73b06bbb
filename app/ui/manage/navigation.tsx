import { NavLink } from "@remix-run/react";

interface Place {
  to: string;
  label: string;
  end?: boolean;
}

interface Area {
  label: string;
  places: Place[];
}

/** What a responder does first stands first; what is set up once stands last. */
const areasOf = (slug: string): Area[] => {
  const at = (path: string) => `/manage/${slug}/${path}`;
  return [
    {
      label: "Respond",
      places: [
        { to: `/manage/${slug}`, label: "Now", end: true },
        { to: at("incidents"), label: "Incidents" },
        { to: at("maintenances"), label: "Maintenance" },
        { to: at("templates"), label: "Templates" },
      ],
    },
    {
      label: "Watch",
      places: [
        { to: at("components"), label: "Components" },
        { to: at("monitors"), label: "Monitors" },
        { to: at("heartbeats"), label: "Heartbeats" },
        { to: at("sources"), label: "Sources" },
      ],
    },
    {
      label: "Tell",
      places: [
        { to: at("subscribers"), label: "Subscribers" },
        { to: at("channels"), label: "Channels" },
        { to: at("outbox"), label: "Outbox" },
      ],
    },
    {
      label: "Page",
      places: [
        { to: at("people"), label: "People" },
        { to: at("audit"), label: "Audit log" },
        { to: at("usage"), label: "Usage" },
        { to: at("settings"), label: "Settings" },
      ],
    },
  ];
};

const item =
  "flex min-h-11 items-center rounded-md px-3 text-soft no-underline hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-ink lg:min-h-9";

function Areas({ areas, id }: { areas: Area[]; id: string }) {
  return areas.map((area) => (
    <div key={area.label} className="grid content-start gap-0.5">
      <h2 id={`${id}-${area.label}`} className="px-3 text-xs font-semibold tracking-wide text-soft">
        {area.label}
      </h2>
      <ul aria-labelledby={`${id}-${area.label}`} className="grid gap-0.5">
        {area.places.map((place) => (
          <li key={place.to}>
            <NavLink to={place.to} end={place.end ?? false} className={item}>
              {place.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** Beside the page where there is room, else folded into a menu; both are the same lists, only one is displayed. */
export function SideNavigation({ slug }: { slug: string }) {
  return (
    <nav
      aria-label="Page"
      className="sticky top-0 hidden max-h-screen content-start gap-5 overflow-y-auto py-6 lg:grid"
    >
      <Areas areas={areasOf(slug)} id="side" />
    </nav>
  );
}

export function MenuNavigation({ slug }: { slug: string }) {
  return (
    <details className="mx-auto max-w-6xl px-4 lg:hidden" name="menu">
      <summary className="min-h-11 py-2.5 font-medium">Menu</summary>
      <nav aria-label="Page" className="grid grid-cols-2 gap-x-4 gap-y-5 pt-1 pb-4 sm:grid-cols-4">
        <Areas areas={areasOf(slug)} id="menu" />
      </nav>
    </details>
  );
}
