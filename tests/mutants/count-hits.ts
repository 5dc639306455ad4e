import ts from 'typescript'

/** Variable that names the file in which test runs write the functions that they entered (./record-hits.ts). */
export const hitsVariable = 'COUNTERTOP_MUTANT_HITS'

type Body = { readonly start: number; readonly end: number; readonly isBlock: boolean }

/** The bodies of a file's functions, in the order of the text. */
export function bodiesOf(file: string, text: string): readonly Body[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const bodies: Body[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const body = node.body as ts.Node
      bodies.push({ start: body.getStart(source), end: body.getEnd(), isBlock: ts.isBlock(body) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return bodies
}

/** The file's text, instrumented to record which of its functions are entered. */
export function withHits(file: string, text: string): string {
  const insertions = bodiesOf(file, text).flatMap(({ start, end, isBlock }, index) => {
    const hit = `(globalThis.__hits ??= new Set()).add(${JSON.stringify(`${file}#${index}`)})`
    return isBlock
      ? [{ at: start + 1, text: `${hit};`, order: 0 }]
      : [
          { at: start, text: `(${hit},`, order: start - end },
          { at: end, text: ')', order: end - start },
        ]
  })
  // At the same place the outer function opens first and closes last.
  const sorted = insertions.sort((a, b) => b.at - a.at || b.order - a.order)
  return sorted.reduce((out, { at, text: added }) => out.slice(0, at) + added + out.slice(at), text)
}

/**
 * The innermost function around a position, as `withHits` names it; null for code that runs when the file is loaded.
 */
export function functionAround(file: string, text: string, at: number): string | null {
  let best: { readonly name: string; readonly size: number } | null = null
  for (const [index, { start, end }] of bodiesOf(file, text).entries()) {
    if (at < start || at >= end) continue
    if (best === null || end - start < best.size) best = { name: `${file}#${index}`, size: end - start }
  }
  return best?.name ?? null
}
