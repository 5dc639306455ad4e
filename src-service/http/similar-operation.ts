import type { OperationFacts } from '../../src-shared/api/operation.ts'

type Known = Pick<OperationFacts, 'method' | 'path'>

/** Longer paths are not compared: the work for an unknown path must be small, because strangers choose it. */
const longestPath = 120
/** Prefixes that other services have: a version, or `/api`. */
const prefix = /^(api|v\d+)$/

/**
 * Returns a function that finds the operation that was probably meant by an unknown method and path: one with the same
 * words in another notation (`/paymentIntents`, `/v1/payment_intents`), in the singular, or with a typing error, or one
 * that contains the only word (`/refunds`); null when none is similar. It compares with these operations only, which are
 * all in the public reference.
 */
export function createSimilarOperation(
  operations: readonly Known[],
): (method: string, path: string) => string | null {
  const known = operations.map(({ method, path }) => ({ method, path, words: wordsOf(path, true) }))
  /** The operation of which a single word is a part: `/refunds` of a payment, or one of them by its id. */
  function partOf(method: string, words: readonly (string | null)[]): string | null {
    const [word, ...more] = words
    if (typeof word !== 'string' || more.length > 0) return null
    const same = known.filter((one) => one.method === method)
    const found =
      same.find((one) => one.words.length === 2 && one.words[0] === word && one.words[1] === null) ??
      same.find((one) => one.words.length > 1 && one.words.at(-1) === word)
    return found === undefined ? null : `${found.method} ${found.path}`
  }
  return (method, path) => {
    if (path.length > longestPath) return null
    const asked = wordsOf(path, false)
    const bare = asked.slice(asked.findIndex((word) => word === null || !prefix.test(word)))
    const forms = [asked, bare, ['v1', ...bare]]
    let best: { readonly score: number; readonly name: string } | null = null
    for (const one of known) {
      const score = leastOf(forms.map((form) => distanceOf(form, one.words)))
      if (score === null) continue
      const whole = score * 4 + methodDistance(method, one.method)
      if (best === null || whole < best.score) best = { score: whole, name: `${one.method} ${one.path}` }
    }
    return best?.name ?? partOf(method, bare)
  }
}

/** The parts of a path, without what differs between notations; null stands for a parameter. */
const wordsOf = (path: string, isTemplate: boolean): readonly (string | null)[] =>
  path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (isTemplate && part.startsWith('{') ? null : part.toLowerCase().replace(/[^a-z0-9]/g, '')))

/** POST, PUT and PATCH are more easily confused with each other than with GET. */
const methodDistance = (asked: string, known: string): number =>
  asked === known ? 0 : asked !== 'GET' && known !== 'GET' ? 1 : 2

const leastOf = (scores: readonly (number | null)[]): number | null =>
  scores.reduce((least, score) => (least === null || (score !== null && score < least) ? score : least), null)

/** @returns the number of changes; null when the paths are not similar */
function distanceOf(asked: readonly (string | null)[], known: readonly (string | null)[]): number | null {
  if (asked.length !== known.length || asked.length === 0) return null
  let sum = 0
  for (const [at, word] of known.entries()) {
    if (word === null) continue
    const changes = changesBetween(asked[at] ?? '', word)
    if (changes > mostChanges(word)) return null
    sum += changes
  }
  return sum
}

/** In short words every other letter would make another word. */
const mostChanges = (word: string): number => (word.length >= 6 ? 2 : word.length >= 4 ? 1 : 0)

/** The Levenshtein distance; a high number if the lengths already differ too much. */
function changesBetween(one: string, other: string): number {
  if (one === other) return 0
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
