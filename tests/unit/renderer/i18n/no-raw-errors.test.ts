import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fromRoot } from '../../../../scripts/lib/paths.mjs'

const folder = fromRoot('src-renderer')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })

/** Words that only programmers know, or that a library writes. */
const raw =
  /[Ff]etch failed|ECONN|ENOTFOUND|ETIMEDOUT|TypeError|\bundefined\b|\bnull\b|\bNaN\b|\[object|\bException|stack trace|HTTP \d|status code/
const forSupport = /(For support|Para soporte|Pour l’assistance\u00a0): |(For support|Para soporte): /

describe('the error texts that people read', () => {
  test.each(files.filter((name) => name.endsWith('.json')))(
    '%s contains no words of a library’s error',
    (name) => {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n')
      for (const line of lines) {
        const text = line.slice(line.indexOf('": "') + 3)
        expect(text).not.toMatch(raw)
        // The service's own message is shown only after the label "For support".
        if (text.includes('{{detail}}')) expect(text).toMatch(forSupport)
      }
    },
  )

  test('no page shows the message of an error: pages show its code and words for it', () => {
    const pages = files.filter((name) => /\.tsx?$/.test(name) && name !== 'bridge.ts')
    expect(pages.length).toBeGreaterThan(100)
    for (const page of pages) {
      const source = readFileSync(join(folder, page), 'utf8')
      expect(source, page).not.toMatch(/\berror\.message\b|\bString\(error\)|\berror\.stack\b/)
    }
  })
})
