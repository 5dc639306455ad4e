import { violations } from './support/accessibility.ts'
import { expect, hsn } from './support/counter.ts'
import { press, reaches, showsText, soon } from './support/screen.ts'
import { noTips, test } from './support/trouble.ts'

test.use({ currency: 'CAD' })

test('a Canadian shop sells in French: cash to the next 5 cents, a card with a receipt in CAD', async ({
  service,
  launch,
}) => {
  await service.plugTerminal({ hsn, script: 'approve' })
  const { pos } = await launch({ settings: { ...noTips, language: 'fr' }, waits: false })
  await expect(pos.getByRole('button', { name: /^Encaisser 0,00\s\$$/ })).toBeVisible(soon)

  await pos.keyboard.type('1233')
  // Cash is accepted once the counter is open.
  await expect(pos.getByRole('button', { name: 'Comptant' })).toBeEnabled(soon)
  await pos.keyboard.press('F8')
  await reaches(pos, 'Comptant')
  await showsText(pos, /^12,35\s\$$/)
  expect(await violations(pos)).toEqual([])
  await pos.keyboard.type('2000')
  await showsText(pos, /^7,65\s\$$/)
  await pos.keyboard.press('Enter')
  await showsText(pos, 'Monnaie à rendre')
  await press(pos, 'Nouvelle vente')

  await pos.keyboard.type('1234')
  await pos.getByRole('button', { name: /^Encaisser 12,34\s\$$/ }).click()
  await reaches(pos, 'Approuvé')
  const receipt = pos.getByRole('region', { name: 'Reçu' })
  await expect(receipt).toContainText('Total CAD')
  await expect(receipt).toContainText(/12,34\s\$/)
  const intent = await service.newestIntent()
  expect(intent).toMatchObject({ currency: 'CAD', amount: 1234, status: 'captured' })
  expect(await service.intents()).toHaveLength(1)
})

test('a counter without sales follows a change of its account’s currency, and one that took cash stays closed and shows why', async ({
  service,
  launch,
}) => {
  const becomes = async (currency: 'USD' | 'CAD') => {
    const body = { name: 'Shop', company: {}, address: {}, currency }
    const changed = await service.client.call('accounts.update', { params: { id: service.account_id }, body })
    expect(changed).toMatchObject({ ok: true, value: { currency } })
  }
  await service.plugTerminal({ hsn, script: 'approve' })
  const first = await launch({ settings: noTips, waits: false })
  await showsText(first.pos, 'Charge CA$0.00')
  await becomes('USD')
  await first.kill()

  const { userData } = first
  const second = await launch({ userData })
  await showsText(second.pos, 'Charge $0.00')
  await second.pos.keyboard.type('500')
  await second.pos.keyboard.press('F8')
  await reaches(second.pos, 'Cash')
  await second.pos.keyboard.type('500')
  await second.pos.keyboard.press('Enter')
  await press(second.pos, 'New sale')
  await becomes('CAD')
  await second.kill()

  const third = await launch({ userData, waits: false })
  await showsText(third.pos, 'Nothing can be sold: this counter’s books are in USD, the account is in CAD')
  expect(await service.intents()).toHaveLength(0)
})
