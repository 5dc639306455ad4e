const isId = (text: string): boolean => /^[a-z]+_[0-9A-Za-z]{6,58}$/.test(text)
const keptPerKind = 60

/** The ids from earlier answers, so that later requests refer to existing objects. */
export interface KnownIds {
  /** The key of the last session on each terminal, by its hsn. */
  readonly sessions: Map<string, string>
  /** Remembers every id in an answer. */
  learn(answer: unknown): void
  /**
   * Ids of the objects below a path such as `payment_intents`, or that a field such as `payment_intent_id` refers to.
   */
  of(collectionOrField: string): readonly string[]
  all(): readonly string[]
}

export function createKnownIds(): KnownIds {
  const byCollection = new Map<string, string[]>()
  const remember = (collection: string, id: string) => {
    const ids = byCollection.get(collection) ?? []
    byCollection.set(collection, ids)
    if (ids.includes(id)) return
    ids.push(id)
    if (ids.length > keptPerKind) ids.shift()
  }
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { id, entity, client_secret: secret } = value as Readonly<Record<string, unknown>>
    if (typeof id === 'string' && isId(id)) remember(typeof entity === 'string' ? `${entity}s` : 'others', id)
    if (typeof secret === 'string') remember('client_secret', secret)
    for (const part of Object.values(value)) walk(part)
  }
  return {
    sessions: new Map(),
    learn: walk,
    of: (name) => byCollection.get(name.endsWith('_id') ? `${name.slice(0, -3)}s` : name) ?? [],
    all: () => [...byCollection.values()].flat(),
  }
}
