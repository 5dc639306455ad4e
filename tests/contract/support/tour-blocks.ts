import { expect } from 'vitest'

/** A block of shell commands in a page, and the JSON below it. */
export interface TourBlock {
  /** The block's heading, and its number below that heading. */
  readonly title: string
  readonly script: string
  readonly answer: object | null
}

/** Returns every ```sh block of a Markdown text, in order, with the ```json block that follows it. */
export function blocksOf(markdown: string): readonly TourBlock[] {
  const found: { title: string; script: string; answer: object | null }[] = []
  let heading = ''
  let count = 0
  for (const [, title, language, text] of markdown.matchAll(/^#+ (.+)$|^```(sh|json)\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) {
      heading = title
      count = 0
    } else if (language === 'sh' && text !== undefined) {
      count += 1
      found.push({ title: count === 1 ? heading : `${heading}, ${count}`, script: text, answer: null })
    } else if (text !== undefined) {
      const last = found.at(-1)
      if (last === undefined || last.answer !== null) throw new Error(`no commands stand over ${text}`)
      last.answer = JSON.parse(text) as object
    }
  }
  return found
}

/** Converts the answer into a matcher: `pi_…` matches any text with this beginning. */
export function expectedOf(answer: object): object {
  const loosen = (value: unknown): unknown => {
    if (typeof value === 'string' && value.endsWith('…')) {
      const start = value.slice(0, -1)
      return expect.stringMatching(new RegExp(`^${start.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}.`))
    }
    if (Array.isArray(value)) return value.map(loosen)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, loosen(part)]))
  }
  return loosen(answer) as object
}
