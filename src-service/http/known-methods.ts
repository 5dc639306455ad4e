import type { FastifyInstance } from 'fastify'

/** The methods that a path supports, for 405 and Allow (RFC 9110, section 15.5.6). */
export interface KnownMethods {
  /** In alphabetical order; empty when the path does not exist. */
  at(path: string): readonly string[]
}

/** Records each route that is mounted from now on. */
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

/** Converts `/payments/:id` to a pattern; a trailing slash is optional (server.ts). */
const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/\/:\w+/g, '/[^/]+').replaceAll('.', '\\.')}/?$`)
