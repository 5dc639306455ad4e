import { giftCardCode, giftCardReplies, offered } from '../../pictures/gift-cards.ts'
import { snapshots } from '../../pictures/snapshots.ts'
import { answerWith, askedOfMain } from '../../pictures/support/fake-bridge.ts'
import { fits, overflow, violations } from '../support/accessibility.ts'
import { soon } from '../support/screen.ts'
import { expect, test } from '../support/screens.ts'

test('a gift card’s history, a lost card, and blocking fit every screen without a WCAG violation', async ({
  host,
}) => {
  const { page } = host
  const words = {
    en: ['Gift card', 'Gift card code', 'Block this card', 'Unblock this card', 'Lost'],
    es: ['Tarjeta de regalo', 'Código de la tarjeta', 'Bloquear esta tarjeta', '', 'Perdida'],
    fr: ['Carte-cadeau', 'Code de la carte', 'Bloquer cette carte', '', 'Perdue'],
  } as const
  const looks = [
    ['en', { scheme: 'light' }],
    ['en', { scheme: 'dark', width: 360, height: 740 }],
    ['es', { language: 'es', width: 360, height: 740 }],
    ['fr', { language: 'fr', width: 360, height: 740 }],
  ] as const
  const isFine = async () => {
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toEqual(fits)
  }
  for (const [language, look] of looks) {
    const [button, code, block, , lost] = words[language]
    await host.show({ ...snapshots.ready, gift_cards: offered }, look)
    await answerWith(page, { replies: giftCardReplies() })
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByLabel(code).fill(giftCardCode.slice(-4))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
    await isFine()
    await page.getByLabel(code).fill(giftCardCode)
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(5)
    await isFine()
    await page.getByRole('button', { name: block }).click()
    await page.getByRole('button', { name: lost, exact: true }).click()
    await isFine()
    expect(host.complaints()).toEqual([])
  }
  await page.getByRole('button', { name: words.fr[2] }).click()
  const asked = (await askedOfMain(page)).filter(({ name }) => name === 'gift_cards.block')
  expect(asked).toEqual([
    {
      name: 'gift_cards.block',
      payload: { card_id: 'gc_1', last_four: 'PFCZ', blocked: true, reason: words.fr[4] },
    },
  ])
})

test('a lost card cannot pay, and a cashier who blocks it needs a manager’s PIN', async ({ host }) => {
  const { page } = host
  await host.show({ ...snapshots.ready, gift_cards: offered })
  await answerWith(page, {
    replies: giftCardReplies(),
    refusals: { 'gift_cards.block': 'pin_needed' },
  })
  await page.getByRole('button', { name: 'Gift card', exact: true }).click()
  await page.getByLabel('Gift card code').fill('PFCZ')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /1,234\.56/ }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Block this card' }).click()
  await page.getByLabel('Reason').fill('Lost on the bus')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nobody can pay with this card until a manager unblocks it.')).toBeVisible(soon)
  await page.getByLabel('Manager’s PIN').fill('4711')
  await answerWith(page, { refusals: {} })
  expect(await violations(page)).toEqual([])
})

test('the late answer for a code that was changed meanwhile is ignored', async ({ host }) => {
  const { page } = host
  await host.show({ ...snapshots.ready, gift_cards: offered })
  await answerWith(page, { replies: giftCardReplies() })
  await page.evaluate(() => {
    const { commands } = window.countertop
    const lookUp = commands['gift_cards.look_up']
    const mayAnswer = new Promise<void>((resolve) => Object.assign(window, { answer: resolve }))
    Object.assign(commands, {
      'gift_cards.look_up': (asked: { readonly code: string }) => mayAnswer.then(() => lookUp(asked)),
    })
  })
  await page.getByRole('button', { name: 'Gift card', exact: true }).click()
  const code = page.getByLabel('Gift card code')
  await code.fill(giftCardCode)
  await code.fill('KXBT')
  await page.evaluate(() => (window as unknown as { readonly answer: () => void }).answer())
  await expect(code).toHaveValue('KXBT')
  await expect
    .poll(async () => (await askedOfMain(page)).map(({ name }) => name))
    .toContain('gift_cards.look_up')
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(code).toHaveValue('KXBT')
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(0)
})

test('a part typed before the gift card is chosen is the amount that the card pays', async ({ host }) => {
  const { page } = host
  await host.show({ ...snapshots['bill-to-pay'], gift_cards: offered })
  await answerWith(page, { replies: giftCardReplies() })
  await page.keyboard.type('1000')
  await page.getByRole('button', { name: 'Gift card', exact: true }).click()
  await page.getByLabel('Gift card code').fill(giftCardCode)
  await page.getByRole('button', { name: 'Pay $10.00 with this card' }).click()
  const asked = (await askedOfMain(page)).filter(({ name }) => name === 'gift_cards.pay')
  expect(asked).toMatchObject([{ payload: { amount: 1000 } }])
})
