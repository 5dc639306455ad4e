/** Returns the path of an operation with each `{name}` in it replaced by its value. */
export const fillPath = (path: string, valueAt: (name: string) => string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => valueAt(name))
