import { createRoute, z } from "@hono/zod-openapi";
import { body, itemParam, json, leftUnwatched, pageParam, refusals, slice } from "./shapes";

type Answer<S extends z.ZodType> = ReturnType<typeof json<S>>;

/** Of all of them. */
function allRoutes<const P extends string>(tags: string[], path: P) {
  const all = { path, tags };
  return {
    list: <S extends z.ZodType, Q extends z.ZodObject = typeof slice>(
      summary: string,
      answer: Answer<S>,
      query: Q = slice as unknown as Q,
    ) =>
      createRoute({
        ...all,
        method: "get",
        summary,
        request: { params: pageParam, query },
        responses: { 200: answer, ...refusals },
      }),
    create: <S extends z.ZodType, G extends z.ZodType>(summary: string, given: G, answer: Answer<S>) =>
      createRoute({
        ...all,
        method: "post",
        summary,
        request: { params: pageParam, ...body(given) },
        responses: { 201: answer, ...refusals },
      }),
  };
}

/** Under a word of their own. */
function wordRoutes<const P extends string>(tags: string[], path: P) {
  const all = { path, tags };
  return {
    /** Some of them under a word of their own: `/unresolved`. */
    some: <const W extends string, S extends z.ZodType, Q extends z.ZodObject = typeof slice>(
      word: W,
      summary: string,
      answer: Answer<S>,
      query: Q = slice as unknown as Q,
    ) =>
      createRoute({
        ...all,
        path: `${path}/${word}` as const,
        method: "get",
        summary,
        request: { params: pageParam, query },
        responses: { 200: answer, ...refusals },
      }),
    /** Something is done with many of them at once: `/unsubscribe`. */
    actOnMany: <const V extends string, S extends z.ZodType, G extends z.ZodType>(
      verb: V,
      summary: string,
      given: G,
      answer: Answer<S>,
    ) =>
      createRoute({
        ...all,
        path: `${path}/${verb}` as const,
        method: "post",
        summary,
        request: { params: pageParam, ...body(given) },
        responses: { 201: answer, ...refusals },
      }),
  };
}

/** Of one of them. */
function oneRoutes<const P extends string>(tags: string[], path: P) {
  const one = { path: `${path}/{id}` as const, tags };
  return {
    read: <S extends z.ZodType>(summary: string, answer: Answer<S>) =>
      createRoute({
        ...one,
        method: "get",
        summary,
        request: { params: itemParam },
        responses: { 200: answer, ...refusals },
      }),
    change:
      <S extends z.ZodType, G extends z.ZodType>(summary: string, given: G, answer: Answer<S>) =>
      (method: "put" | "patch") =>
        createRoute({
          ...one,
          method,
          summary,
          request: { params: itemParam, ...body(given) },
          responses: { 200: answer, ...refusals },
        }),
    remove: (summary: string, description = "Deleted") =>
      createRoute({
        ...one,
        method: "delete",
        summary,
        request: { params: itemParam },
        responses: { 204: { description }, ...refusals },
      }),
    /** As `remove`, and answers with what it was. */
    withdraw: <S extends z.ZodType>(summary: string, answer: Answer<S>) =>
      createRoute({
        ...one,
        method: "delete",
        summary,
        request: { params: itemParam },
        responses: { 200: answer, ...refusals },
      }),
  };
}

const left = json(z.object(leftUnwatched), "Deleted; nothing watches these components any more");
const still = { description: "Deleted; whatever it watched is still watched" };

/** Of what may be the last to watch a component. */
function watcherRoutes<const P extends string>(tags: string[], path: P) {
  const one = { path: `${path}/{id}` as const, tags, method: "delete", request: { params: itemParam } } as const;
  return {
    /** As `remove`; where something is left unwatched the answer names it. */
    removeWatcher: (summary: string) =>
      createRoute({ ...one, summary, responses: { 200: left, 204: still, ...refusals } }),
  };
}

/** What is done with one of them. */
function actRoutes<const P extends string>(tags: string[], path: P) {
  const one = { path: `${path}/{id}` as const, tags };
  return {
    /** Something is done with one of them: `/publish`, `/rotate`. */
    act: <const V extends string, S extends z.ZodType>(verb: V, summary: string, answer: Answer<S>) =>
      createRoute({
        ...one,
        path: `${one.path}/${verb}` as const,
        method: "post",
        summary,
        request: { params: itemParam },
        responses: { 200: answer, ...refusals },
      }),
  };
}

/** The routes that most nouns of a page have, under their heading and their address. What is more stands with the noun. */
export function nounRoutes<const P extends string>(tag: string, path: P) {
  const tags = [tag];
  const all = { ...allRoutes(tags, path), ...wordRoutes(tags, path) };
  return { ...all, ...oneRoutes(tags, path), ...watcherRoutes(tags, path), ...actRoutes(tags, path) };
}
