import type { FastifyInstance } from 'fastify'

/** The methods that an address answers to, for 405 and Allow (RFC 9110, section 15.5.6). */
export interface KnownMethods {
  /** In alphabetical order; empty where there is no such address. */
  at(path: string): readonly string[]
}

/** Remembers each route that is mounted from now on. */
export function rememberMethods(server: FastifyInstance): KnownMethods {
  const methods = new Map<string, Set<string>>()
  server.addHook('onRoute', ({ method, url }) => {
    const known = methods.get(url) ?? new Set()
    for (const one of [method].flat()) known.add(one)
    methods.set(url, known)
  })
  let patterns: readonly (readonly [RegExp, ReadonlySet<string>])[] | undefined
  return {
    at(path) {
      patterns ??= [...methods].map(([url, known]) => [patternOf(url), known])
      const found = patterns.flatMap(([pattern, known]) => (pattern.test(path) ? [...known] : []))
      return [...new Set(found)].sort()
    },
  }
}

/** `/payments/:id` as a pattern; a slash at the end changes nothing (server.ts). */
const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/\/:\w+/g, '/[^/]+').replaceAll('.', '\\.')}/?$`)
