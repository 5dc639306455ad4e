import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromRoot } from '../../../../scripts/lib/paths.mjs'
import { amountToType, numberToType, typedAmount } from '../../../../src-renderer/i18n/typed-amount.ts'

describe('a field with an initial amount', () => {
  beforeAll(async () => {
    await i18next.init({ lng: 'fr', resources: {} })
  })

  test('the initial amount has a decimal comma in French, and unchanged text is the same amount', () => {
    expect(amountToType(1_250)).toBe('12,50')
    expect(numberToType(12.5)).toBe('12,5')
    expect(typedAmount(amountToType(123_450))).toBe(123_450)
  })

  test('no page formats an initial number itself, since it would have a decimal point in every language', () => {
    const folder = fromRoot('src-renderer')
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tsx?$/.test(name),
    )
    expect(pages.length).toBeGreaterThan(100)
    for (const page of pages) {
      expect(readFileSync(join(folder, page), 'utf8'), page).not.toMatch(/\.toFixed\(|\{percent\} %/)
    }
  })
})
