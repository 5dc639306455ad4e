type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @returns undefined where there is nothing; null counts for that too */
export function valueAt(root: unknown, path: string): unknown {
  const found = path.split('.').reduce<unknown>((node, name) => (isNode(node) ? node[name] : undefined), root)
  return found ?? undefined
}

/** The same with one value more. */
export function withValue(root: Node, path: string, value: unknown): Node {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...root, [name]: value }
  const below = root[name]
  return { ...root, [name]: withValue(isNode(below) ? below : {}, rest.join('.'), value) }
}
