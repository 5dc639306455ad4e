const isId = (text: string): boolean => /^[a-z]+_[0-9A-Za-z]{6,58}$/.test(text)
const keptPerPrefix = 60

/** The ids that answers have held, so that later requests speak of things that exist. */
export interface KnownIds {
  /** The session that was opened last on each terminal, by its hsn. */
  readonly sessions: Map<string, string>
  /** Remembers every id in an answer. @param collection the first word of the path it came from */
  learn(collection: string, answer: unknown): void
  /** Ids of what lies below a path such as `payment_intents`, or that a field such as `payment_intent_id` names. */
  of(collectionOrField: string): readonly string[]
  all(): readonly string[]
}

export function createKnownIds(): KnownIds {
  const byPrefix = new Map<string, string[]>()
  const prefixes = new Map<string, string>()
  const secrets: string[] = []
  const prefixOf = (id: string) => id.slice(0, id.indexOf('_'))
  const remember = (id: string) => {
    const ids = byPrefix.get(prefixOf(id)) ?? []
    byPrefix.set(prefixOf(id), ids)
    if (ids.includes(id)) return
    ids.push(id)
    if (ids.length > keptPerPrefix) ids.shift()
  }
  const walk = (value: unknown) => {
    if (typeof value === 'string' && isId(value)) remember(value)
    if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) walk(part)
  }
  return {
    learn(collection, answer) {
      walk(answer)
      if (typeof answer !== 'object' || answer === null) return
      const { id, client_secret: secret } = answer as {
        readonly id?: unknown
        readonly client_secret?: unknown
      }
      if (typeof id === 'string' && isId(id)) prefixes.set(collection, prefixOf(id))
      if (typeof secret === 'string') secrets.push(secret)
    },
    sessions: new Map(),
    of(name) {
      if (name === 'client_secret') return secrets.slice(-keptPerPrefix)
      const collection = name.endsWith('_id') ? `${name.slice(0, -3)}s` : name
      return byPrefix.get(prefixes.get(collection) ?? '') ?? []
    },
    all: () => [...byPrefix.values()].flat(),
  }
}
