import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { accessLevels } from '../../src-service/caller.ts'
import { intentMayMove, paymentMayMove } from '../../src-service/intents/states.ts'
import { errorCatalogue, errorCodes } from '../../src-shared/api/errors.ts'
import { paymentStatusSchema } from '../../src-shared/api/schemas/payment.ts'
import { paymentIntentStatusSchema } from '../../src-shared/api/schemas/payment-intent.ts'
import { refundStatusSchema } from '../../src-shared/api/schemas/refund.ts'

const folder = join(import.meta.dirname, '../../docs/api')
const page = (name: string) => readFileSync(join(folder, name), 'utf8')

/** Returns the moves of the state diagram under a heading of money.md. */
function movesUnder(heading: string): readonly (readonly [string, string])[] {
  const section = page('money.md').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^ {2}(\S+) --> (\w+)/gm)].map(([, from = '', to = '']) => [from, to])
}

describe('the diagrams of money.md', () => {
  test.each([
    ['Payment intent', paymentIntentStatusSchema.options, intentMayMove],
    ['Payment', paymentStatusSchema.options, paymentMayMove],
  ] as const)('the diagram of a %s shows only moves that the service makes', (heading, states, mayMove) => {
    const may = mayMove as (from: string, to: string) => boolean
    const moves = movesUnder(heading).filter(([from]) => from !== '[*]')
    expect(new Set(movesUnder(heading).flat())).toEqual(new Set([...states, '[*]']))
    for (const [from, to] of moves) {
      // A move that asks the processor goes through processing.
      const lawful = may(from, to) || (may(from, 'processing') && may('processing', to))
      expect(lawful, `${from} to ${to}`).toBe(true)
    }
  })

  test('the diagram shows every state of a refund', () => {
    expect(new Set(movesUnder('Refund').flat())).toEqual(new Set([...refundStatusSchema.options, '[*]']))
  })
})

describe('conventions.md', () => {
  test('conventions.md lists every error code with its status', () => {
    const rows = [...page('conventions.md').matchAll(/^\| ([\d, ]+) \| ([^|]+) \|/gm)]
    for (const code of errorCodes) {
      const row = rows.find(([, , codes = '']) =>
        codes
          .split(', ')
          .some(
            (one) => one.trim() === code || (one.trim() === 'terminal_…' && code.startsWith('terminal_')),
          ),
      )
      expect(row?.[1]?.split(', '), code).toContain(String(errorCatalogue[code].status))
    }
  })

  test('conventions.md lists every access level', () => {
    for (const level of accessLevels) expect(page('conventions.md')).toContain(`\`${level}\``)
  })
})

test.each(readdirSync(folder).filter((name) => name.endsWith('.md')))(
  '%s links only to existing pages',
  (name) => {
    for (const [, target = ''] of page(name).matchAll(/\]\(([^)#]+)\)/g)) {
      expect(existsSync(join(folder, target)), target).toBe(true)
    }
  },
)
