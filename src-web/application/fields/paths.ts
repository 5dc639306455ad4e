type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @returns undefined if there is no value; null counts as none */
export function valueAt(root: unknown, path: string): unknown {
  const found = path.split('.').reduce<unknown>((node, name) => (isNode(node) ? node[name] : undefined), root)
  return found ?? undefined
}

/** Returns a copy with one value added. */
export function withValue(root: Node, path: string, value: unknown): Node {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...root, [name]: value }
  const below = root[name]
  return { ...root, [name]: withValue(isNode(below) ? below : {}, rest.join('.'), value) }
}
