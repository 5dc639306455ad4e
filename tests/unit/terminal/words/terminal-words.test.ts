import { describe, expect, test } from 'vitest'
import { describeScreen } from '../../../../src-terminal/device/describe-screen.ts'
import { englishTexts } from '../../../../src-terminal/words/english.ts'
import { wordsIn } from '../../../../src-terminal/words/terminal-words.ts'

const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
const withPlainSpaces = (text: string) => text.replace(/\s/g, ' ')

describe('the terminal’s own texts', () => {
  test.each(['es', 'fr'] as const)('every text exists in %s, with the same values in it', (language) => {
    const { t } = wordsIn(language)
    for (const text of englishTexts) {
      expect(t(text), text).not.toBe('')
      expect(placesOf(t(text)), text).toEqual(placesOf(text))
    }
  })

  test('a text that is not one of the terminal’s own is shown unchanged', () => {
    expect(wordsIn('es').tAny('Welcome to Joe’s')).toBe('Welcome to Joe’s')
    expect(wordsIn('es').tAny('constructor')).toBe('constructor')
    expect(wordsIn('fr').tAny('Thank you')).toBe('Merci')
  })

  test("a screen is described in the customer's language", () => {
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

  test('a percentage is written as in the language', () => {
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
