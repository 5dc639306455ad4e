import { readFileSync } from 'node:fs'
import { fromRoot } from './paths.mjs'

/**
 * Fills in the conditions that src-renderer/theme/media.css names, since Chromium does not know `@custom-media` yet.
 *
 * @returns {import('postcss').Plugin}
 */
export function customMedia() {
  const source = readFileSync(fromRoot('src-renderer', 'theme', 'media.css'), 'utf8')
  const named = new Map(
    Array.from(source.matchAll(/@custom-media (--[\w-]+) ([^;]+);/g), ([, name = '', condition = '']) => [
      name,
      condition.replace(/\s+/g, ' '),
    ]),
  )
  return {
    postcssPlugin: 'custom-media',
    AtRule: {
      media(rule) {
        const filled = rule.params.replace(/\((--[\w-]+)\)/g, (_, name) => {
          const condition = named.get(name)
          if (condition === undefined) throw rule.error(`media.css does not name ${name}`)
          return `(${condition})`
        })
        if (filled !== rule.params) rule.params = filled
      },
    },
  }
}
