import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fromRoot } from '../../../scripts/lib/paths.mjs'

/** The built files that a program reads at its start: itself, and its static imports, direct and indirect. */
function filesAtStart(entry: string): readonly string[] {
  const found = new Set<string>()
  const waiting = [entry]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(
      /(?:^|[;\n}])(?:im|ex)port[^'"();]*["'](\.[^"']+\.js)["']/g,
    )
    waiting.push(...[...imports].map(([, name = '']) => join(dirname(file), name)))
  }
  return [...found]
}

const kilobytes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + statSync(file).size, 0) / 1024

describe('the files that are read before a window opens', () => {
  test('the start of main loads neither the schema library nor the rest of main', () => {
    const files = filesAtStart(fromRoot('dist', 'main', 'main.js'))
    expect(files.length).toBeGreaterThan(1)
    expect(kilobytes(files)).toBeLessThan(48)
  })

  test('the cashier’s page loads no schema library', () => {
    const page = readFileSync(fromRoot('dist', 'renderer', 'index.html'), 'utf8')
    const [, script = ''] = /<script[^>]* src="([^"]+\.js)"/.exec(page) ?? []
    const texts = filesAtStart(fromRoot('dist', 'renderer', script)).map((file) => readFileSync(file, 'utf8'))
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.filter((text) => text.includes('invalid_union'))).toEqual([])
  })

  test.each([
    ['screen with items', ['cart-screen', 'cart-message']],
    ['dialogs', ['dialogs', 'cart-dialogs', 'adding-dialogs', 'cart-line-dialog', 'customer-dialog']],
    ['tabs', ['tabs-bar', 'tab-dialog', 'tab-dialogs']],
    ['receipts, sales and returns', ['bill-paper', 'customer-receipt', 'sales-place', 'exchange-dialog']],
  ])('the counter’s %s load no schema library', (_, names) => {
    const folder = fromRoot('dist', 'renderer', 'assets')
    // Files of the previous build may lie beside them.
    const written = (file: string) => statSync(join(folder, file)).mtimeMs
    const built = readdirSync(folder)
      .filter((file) => /-.{8}\.js$/.test(file))
      .sort((one, other) => written(other) - written(one))
    const screens = names.map((name) => built.find((file) => file.slice(0, -12) === name) ?? name)
    const files = screens.flatMap((file) => filesAtStart(join(folder, file)))
    const withSchemas = files.filter((file) => readFileSync(file, 'utf8').includes('invalid_union'))
    expect(withSchemas).toEqual([])
  })
})
