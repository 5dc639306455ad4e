/** The ids of one run, in the order of the recording's ids. */
export type Ids = readonly string[]
type Fill = (ids: Ids) => unknown

/**
 * Templates of recorded values, filled with other ids each time. Documents are kept as objects and serialized for each
 * write, as a handwritten handler would, and only once if several rows of a request share one.
 */
export function createTemplates(recordedIds: readonly string[]) {
  const indexOf = new Map(recordedIds.map((id, index) => [id, index]))
  const documents = new Map<string, Fill>()

  const holdsId = (text: string): boolean => recordedIds.some((id) => text.includes(id))

  const textTemplate = (text: string): Fill => {
    const parts = recordedIds.reduce<readonly (string | number)[]>(
      (known, id) =>
        known.flatMap((part) =>
          typeof part === 'number'
            ? [part]
            : part.split(id).flatMap((piece, at) => (at === 0 ? [piece] : [indexOf.get(id) ?? 0, piece])),
        ),
      [text],
    )
    return (ids) => parts.map((part) => (typeof part === 'number' ? ids[part] : part)).join('')
  }

  const documentTemplate = (text: string): Fill => {
    const known = documents.get(text)
    if (known !== undefined) return known
    const fill = templateOf(JSON.parse(text))
    let last: { readonly ids: Ids; readonly text: string } | null = null
    const remembered: Fill = (ids) => {
      if (last === null || last.ids !== ids) last = { ids, text: JSON.stringify(fill(ids)) }
      return last.text
    }
    documents.set(text, remembered)
    return remembered
  }

  /** Returns the same object each time with the new ids; the caller must serialize it at once. */
  const objectTemplate = (value: object): Fill => {
    const changing = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
    const slots = Object.entries(value).flatMap(([key, inner]) => {
      const fill = isFixed(inner) ? null : templateOf(inner)
      return fill === null ? [] : [{ key, fill }]
    })
    return (ids) => {
      for (const { key, fill } of slots) changing[key] = fill(ids)
      return changing
    }
  }

  const isFixed = (value: unknown): boolean => !holdsId(JSON.stringify(value) ?? '')

  /** @throws if an id is the name of a field: none of our documents has that. */
  const templateOf = (value: unknown): Fill => {
    if (typeof value === 'string') {
      if (!value.startsWith('{')) return isFixed(value) ? () => value : textTemplate(value)
      return documentTemplate(value)
    }
    if (typeof value !== 'object' || value === null) return () => value
    if (Object.keys(value).some(holdsId)) throw new Error('an id is the name of a field')
    return objectTemplate(value)
  }
  return templateOf
}
