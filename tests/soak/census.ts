import { readFileSync } from 'node:fs'

/** Number of objects of each kind in a heap, by what created them, without code, which the engine creates on demand. */
export type Census = ReadonlyMap<string, number>

interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly node_types: readonly [readonly string[]]
    }
  }
  readonly nodes: readonly number[]
  readonly strings: readonly string[]
}

/** Kinds whose names are their own text, which differs for each object: they are counted as one kind. */
const texts: readonly string[] = ['string', 'concatenated string', 'sliced string']
/** Objects that Chromium and node keep for performance measurements, at most 150 to 250 of each. */
const ofMeasurements = /^(native|object) (LayoutShift|DOMRectReadOnly|Performance)/
const counted: readonly string[] = ['object', 'closure', 'native', 'regexp', ...texts]

/** @param file as v8.writeHeapSnapshot and Chromium write it */
export function readCensus(file: string): Census {
  const { snapshot, nodes, strings } = JSON.parse(readFileSync(file, 'utf8')) as HeapSnapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, name] = [fields.indexOf('type'), fields.indexOf('name')]
  const census = new Map<string, number>()
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0][nodes[at + type] ?? 0] ?? ''
    if (!counted.includes(kind)) continue
    const key = texts.includes(kind) ? 'string' : `${kind} ${strings[nodes[at + name] ?? 0] ?? ''}`
    census.set(key, (census.get(key) ?? 0) + 1)
  }
  return census
}

export interface Grown {
  readonly kind: string
  readonly perSale: number
}

/** Kinds that have grown by at least `least` objects for each sale between, the largest growth first. */
export function grownBetween(before: Census, after: Census, sales: number, least: number): readonly Grown[] {
  return [...after]
    .map(([kind, count]) => ({ kind, perSale: (count - (before.get(kind) ?? 0)) / sales }))
    .filter(({ kind, perSale }) => perSale >= least && !ofMeasurements.test(kind))
    .sort((one, other) => other.perSale - one.perSale)
}
