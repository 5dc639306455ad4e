/**
 * Returns the path of the first field that an object of a JSON text has twice, such as `order_details.items.1.name`; null
 * when there is none. JSON.parse keeps the last of them silently, and a proxy, a log or another parser may keep the first.
 *
 * @param value what JSON.parse made of the text
 */
export function duplicateField(text: string, value: unknown): string | null {
  // Each field has a colon. As many fields as colons: none was lost. Only texts with colons make the slow search
  // necessary, and usual bodies have none.
  return countOf(text, ':') === fieldsIn(value) ? null : findDuplicate(text)
}

function countOf(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1
  return count
}

function fieldsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const inner of value) count += fieldsIn(inner)
    return count
  }
  for (const name in value) count += 1 + fieldsIn((value as Readonly<Record<string, unknown>>)[name])
  return count
}

/** An object or a list around the current position. */
interface Level {
  /** The fields so far; null for a list. */
  readonly fields: Set<string> | null
  /** The current field, or the position in the list. */
  place: string | number
}

/** Reads a text that is known to be JSON. */
function findDuplicate(text: string): string | null {
  const levels: Level[] = []
  for (let at = 0; at < text.length; at += 1) {
    const level = levels.at(-1)
    switch (text[at]) {
      case '{':
        levels.push({ fields: new Set(), place: '' })
        break
      case '[':
        levels.push({ fields: null, place: 0 })
        break
      case '}':
      case ']':
        levels.pop()
        break
      case ',':
        if (typeof level?.place === 'number') level.place += 1
        break
      case '"': {
        const end = endOfText(text, at)
        if (level !== undefined && level.fields !== null && isField(text, end)) {
          const name = JSON.parse(text.slice(at, end)) as string
          level.place = name
          if (level.fields.has(name)) return pathOf(levels)
          level.fields.add(name)
        }
        at = end - 1
        break
      }
    }
  }
  return null
}

/** Returns the position after the text of a JSON text whose opening quote is at `begin`. */
export function endOfText(text: string, begin: number): number {
  let at = begin + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** Whether the next character that is not white space is a colon. */
function isField(text: string, after: number): boolean {
  let at = after
  while (' \n\r\t'.includes(text[at] ?? '?')) at += 1
  return text[at] === ':'
}

const pathOf = (levels: readonly Level[]): string =>
  levels.map(({ place }) => String(place) || '""').join('.')
