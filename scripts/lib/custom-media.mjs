import { readFileSync } from 'node:fs'
import { fromRoot } from './paths.mjs'

/**
 * The conditions that a style sheet names.
 *
 * @param {string} source
 * @returns {ReadonlyMap<string, string>}
 */
const namedIn = (source) =>
  new Map(
    Array.from(source.matchAll(/@custom-media (--[\w-]+) ([^;]+);/g), ([, name = '', condition = '']) => [
      name,
      condition.replace(/\s+/g, ' '),
    ]),
  )

/**
 * Fills the named conditions into that of a `@media` rule. A name that is not defined is an error: the browser would
 * drop the rule without a word.
 *
 * @param {string} condition
 * @param {string} source the style sheet that names them
 */
export function filledIn(condition, source) {
  const named = namedIn(source)
  return condition.replace(/\((--[\w-]+)\)/g, (_, name) => {
    const found = named.get(name)
    if (found === undefined) throw new Error(`no style sheet names the condition ${name}`)
    return `(${found})`
  })
}

/** Does it for every rule, since Chromium does not know `@custom-media` yet. */
export function customMedia() {
  const source = readFileSync(fromRoot('src-renderer', 'theme', 'media.css'), 'utf8')
  return {
    postcssPlugin: 'custom-media',
    AtRule: {
      /** @param {{ params: string }} rule */
      media(rule) {
        const filled = filledIn(rule.params, source)
        if (filled !== rule.params) rule.params = filled
      },
    },
  }
}
