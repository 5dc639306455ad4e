import { describe, expect, test } from 'vitest'
import { describeScreen } from '../../../../src-terminal/device/describe-screen.ts'
import { englishTexts } from '../../../../src-terminal/words/english.ts'
import { wordsIn } from '../../../../src-terminal/words/terminal-words.ts'

const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
const withPlainSpaces = (text: string) => text.replace(/\s/g, ' ')

describe('a terminal’s own words', () => {
  test.each(['es', 'fr'] as const)('every text is there in %s, with the same values in it', (language) => {
    const { t } = wordsIn(language)
    for (const text of englishTexts) {
      expect(t(text), text).not.toBe('')
      expect(placesOf(t(text)), text).toEqual(placesOf(text))
    }
  })

  test('a text that is not the terminal’s own stays as it is', () => {
    expect(wordsIn('es').tAny('Welcome to Joe’s')).toBe('Welcome to Joe’s')
    expect(wordsIn('es').tAny('constructor')).toBe('constructor')
    expect(wordsIn('fr').tAny('Thank you')).toBe('Merci')
  })

  test('a screen is described in the language of whoever stands before it', () => {
    const screen = {
      kind: 'waiting_for_card',
      amount: 123_456,
      currency: 'USD',
      insert: true,
      tap: true,
      swipe: true,
      cardIn: false,
      notice: 'Not read. Please insert the card',
    } as const
    expect(describeScreen(screen).lines).toEqual([
      '$1,234.56',
      'Insert, tap or swipe',
      'Not read. Please insert the card',
    ])
    expect(describeScreen(screen, wordsIn('fr')).lines.map(withPlainSpaces)).toEqual([
      '1 234,56 $ US',
      'Insérez, approchez ou glissez',
      'Non lue. Insérez la carte',
    ])
    expect(describeScreen({ ...screen, swipe: false, tap: false }, wordsIn('es')).lines[1]).toBe('Inserte')
  })

  test('a share is written as the language writes it', () => {
    const shares = (language: 'en' | 'es' | 'fr') =>
      describeScreen(
        {
          kind: 'tip',
          prompt: '',
          amount: 750,
          currency: 'USD',
          presets: [{ percent: 15, tip: 113 }],
          custom: false,
        },
        wordsIn(language),
      ).lines.map(withPlainSpaces)
    expect(shares('en')).toContain('15%  $1.13')
    expect(shares('es')).toContain('15%  $1.13')
    expect(shares('fr')).toContain('15 %  1,13 $ US')
  })
})
