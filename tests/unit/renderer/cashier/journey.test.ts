import { describe, expect, test } from 'vitest'
import { milestoneOf, milestones, stepWords } from '../../../../src-renderer/cashier/journey.ts'
import { progressSteps } from '../../../../src-shared/terminal/progress.ts'
import { snapshots } from '../../../pictures/snapshots.ts'

describe('the steps shown to the customer', () => {
  test('the steps lead from the tip to the bank’s answer', () => {
    expect(milestones('card', true)).toEqual(['tip', 'amount', 'card', 'bank', 'finish'])
  })

  test('steps that are not asked are left out', () => {
    expect(milestones('card', false)).not.toContain('tip')
    expect(milestones('manual', false)).toEqual(['card_details', 'bank', 'finish'])
  })

  test.each(['card', 'manual'] as const)('with %s, each step of the terminal has its place', (entry) => {
    const way = milestones(entry, true)
    for (const step of [null, ...progressSteps]) expect(way).toContain(milestoneOf(step, entry))
  })

  test.each(['card', 'manual'] as const)('with %s, the steps never go backwards', (entry) => {
    const places = progressSteps.map((step) => milestones(entry, true).indexOf(milestoneOf(step, entry)))
    const afterTip = places.slice(progressSteps.indexOf('confirming_amount'))
    expect([...afterTip].sort((one, other) => one - other)).toEqual(afterTip)
  })
})

describe('a declined card that is left in the reader', () => {
  const { sale: declined } = snapshots['authorizing-declined-card-in']
  test('a declined card that is left in the reader marks no step of the next attempt as done', () => {
    if (declined.kind !== 'authorizing') throw new Error('the snapshot shows another state')
    expect(milestones('card', false).indexOf(milestoneOf(declined.step, 'card'))).toBe(0)
    expect(stepWords(declined)).toBe('step.take_declined_card_out')
  })

  test('the card of the previous sale is not shown as declined', () => {
    if (declined.kind !== 'authorizing') throw new Error('the snapshot shows another state')
    const first = { ...declined, sale: { ...declined.sale, failed_payments: [] } }
    expect(stepWords(first)).toBe('step.take_card_out_first')
  })
})
