import * as nouns from "./nouns";

const all: readonly nouns.Noun[] = Object.values(nouns);

type Route = [path: string, module: string];

const routes: readonly Route[] = all.flatMap((noun) => Object.entries(noun.routes ?? {}));

/** Routes of nouns below `/manage/:page`. */
export const pageRoutes = routes.filter(([path]) => !path.startsWith("/"));

/** Routes of nouns elsewhere in management. */
export const deskRoutes = routes
  .filter(([path]) => path.startsWith("/"))
  .map(([path, module]): Route => [path.slice(1), module]);
