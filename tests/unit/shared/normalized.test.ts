import { describe, expect, test } from 'vitest'
import { normalized } from '../../../src-shared/normalized.ts'
import { holdsCardData } from '../../../src-shared/payments/card-data.ts'
import { receiptText } from '../../../src-shared/receipt/lines.ts'
import { wordsOf } from '../../../src-shared/words-of.ts'

/** Marks that have to be sorted: the second kind belongs before the first. */
const unsorted = (count: number, kinds = '\u0301\u0323') => kinds.repeat(count)

describe('a text with very many combining marks', () => {
  const text = `1${unsorted(150_000)}23456789012345`

  test('a text with very many combining marks is searched for a card number at once', () => {
    expect(holdsCardData(text)).toBe(false)
    expect(holdsCardData(`4111 1111 1111 111${unsorted(150_000)}1`)).toBe(true)
  })

  test('a text with very many combining marks is split into words at once', () => {
    expect(wordsOf(`te${unsorted(150_000)}a time`)).toEqual(['tea', 'time'])
  })

  test('a text with very many combining marks is laid out on paper at once', () => {
    const line = { kind: 'text', text: `Tea${unsorted(150_000)}`, align: 'left', weight: 'normal' } as const
    expect(receiptText([line], 40).join('').length).toBeLessThan(60)
  })

  test.each([
    ['halfwidth letters that become marks', '\uff9e\u0301'],
    ['spacing marks', '\u{1d16d}\u{1d165}'],
  ])('%s take no longer', (_, kinds) => {
    expect(normalized(`a${unsorted(100_000, kinds)}b`, 'NFKC').length).toBeLessThan(100)
  })
})

test('a text with as many marks as a language needs is not changed', () => {
  const words = 'Việt ngữ, e\u0323\u0302\u0301, שָׁלוֹם, ਪੰਜਾਬੀ, ｶﾞｷﾞ'
  for (const form of ['NFC', 'NFD', 'NFKC'] as const)
    expect(normalized(words, form)).toBe(words.normalize(form))
})
