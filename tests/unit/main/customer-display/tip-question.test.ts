import { expect, test } from 'vitest'
import { createTipQuestions } from '../../../../src-main/customer-display/tip-question.ts'
import { facts } from '../../shared/pos/transition/sale-fixtures.ts'

const offer = { presets: [15, 20], custom: true }

test('a tip chosen on the display is answered as if by the terminal', async () => {
  let changes = 0
  const tips = createTipQuestions(() => {
    changes += 1
  })
  const asked = tips.ask(facts(), offer)
  expect(tips.present()).toEqual({ prompt: 'sale_1', amount: 1_234, offer })
  expect(tips.answer('sale_2', 100)).toBe(false)
  expect(tips.answer('sale_1', 185)).toBe(true)
  expect(await asked).toEqual({ kind: 'tip_chosen', tip: 185 })
  expect(tips.present()).toBeNull()
  expect(tips.answer('sale_1', 185)).toBe(false)
  expect(changes).toBe(2)
})

test('a tip of more than twice the amount is refused, and the prompt stays', () => {
  const tips = createTipQuestions(() => undefined)
  void tips.ask(facts(), offer)
  expect(tips.answer('sale_1', 2_469)).toBe(false)
  expect(tips.present()).not.toBeNull()
  tips.cancel()
})

test('a cancel or a new prompt ends the previous prompt without a tip', async () => {
  const tips = createTipQuestions(() => undefined)
  const first = tips.ask(facts(), offer)
  const second = tips.ask(facts({ id: 'sale_2' }), offer)
  expect(await first).toMatchObject({ kind: 'tip_failed' })
  tips.cancel()
  tips.cancel()
  expect(await second).toMatchObject({ kind: 'tip_failed' })
  expect(tips.present()).toBeNull()
})
