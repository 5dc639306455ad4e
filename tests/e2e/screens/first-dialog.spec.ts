import { giftCardCode, giftCardReplies, offered } from '../../pictures/gift-cards.ts'
import { snapshots } from '../../pictures/snapshots.ts'
import { answerWith, askedOfMain } from '../../pictures/support/fake-bridge.ts'
import type { ScreenHost } from '../../pictures/support/screen-host.ts'
import { scanByKeys } from '../../support/type-by-hand.ts'
import { expect, test } from '../support/screens.ts'

// The first dialog after a start, whose code is delayed until the test releases it.

let host: ScreenHost

const button = (name: string) => host.page.getByRole('button', { name, exact: true })
const press = (key: string) => host.page.keyboard.press(key)

const dialogCode = /\/(dialogs|customer-dialog|gift-card-dialog)-[^/]*\.js$/
let release = (): void => undefined

test.beforeEach(async ({ host: ofWorker }) => {
  host = ofWorker
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await host.page.route(dialogCode, async (route) => {
    await released
    await route.continue()
  })
})

test.afterEach(async () => {
  release()
  await host.page.unrouteAll({ behavior: 'wait' })
})

test('keys typed before the dialog is loaded go to its field, in order, including Enter', async () => {
  await host.show(snapshots.ready)
  await host.page.keyboard.type('500')
  await press('F3')
  await host.page.keyboard.type('Table 4')
  await press('F5')
  await host.page.keyboard.type('415 555 0133')
  await press('Backspace')
  await host.page.keyboard.type('2')
  await press('Enter')
  await expect(host.page.getByRole('textbox', { name: 'Note' })).toHaveValue('Table 4')
  expect(await askedOfMain(host.page)).toEqual([])
  release()
  await expect
    .poll(() => askedOfMain(host.page))
    .toMatchObject([
      {
        name: 'links.send',
        payload: { amount: 500, note: 'Table 4', receiver: { phone_number: '+14155550132' } },
      },
    ])
})

test('in a dialog without a field, keys do not reach the screen behind it, and Escape closes it', async () => {
  await host.show(snapshots.ready)
  await host.page.keyboard.type('500')
  await button('Charge $5.00').focus()
  await press('F1')
  for (const key of ['1', 'Enter', ' ', '2']) await press(key)
  release()
  await expect(host.page.getByRole('dialog')).toBeVisible()
  await press('Escape')
  await expect(host.page.getByRole('dialog')).toBeHidden()
  await expect(button('Charge $5.00')).toBeEnabled()
  expect(await askedOfMain(host.page)).toEqual([])
})

test('Escape closes the loading dialog and drops what was typed, and the next keys go to the screen', async () => {
  await host.show(snapshots.ready)
  await press('F5')
  await host.page.keyboard.type('415')
  await press('Escape')
  await host.page.keyboard.type('700')
  await expect(button('Charge $7.00')).toBeVisible()
  release()
  await press('F5')
  await expect(host.page.getByRole('textbox', { name: /Phone/ })).toHaveValue('')
  await press('Escape')
  await expect(button('Charge $7.00')).toBeEnabled()
})

test('Escape answers main’s question whether to close the window', async () => {
  await host.show(snapshots.authorizing)
  await host.change({ ...snapshots.authorizing, close_asked: true })
  await press('Escape')
  await expect.poll(() => askedOfMain(host.page)).toEqual([{ name: 'app.close', payload: { close: false } }])
})

test('an accented letter made by two keys is typed as one', async () => {
  await host.show(snapshots.ready)
  await press('F3')
  await host.page.keyboard.type('Note')
  await button('Customer').click()
  const keyboard = await host.page.context().newCDPSession(host.page)
  // As the system sends it: first a dead key, then one whose character differs from its key name.
  const key = (event: {
    type: 'rawKeyDown' | 'keyDown' | 'keyUp'
    key: string
    code: string
    text?: string
  }) => keyboard.send('Input.dispatchKeyEvent', event)
  await key({ type: 'rawKeyDown', key: 'Dead', code: 'BracketLeft' })
  await key({ type: 'keyUp', key: 'Dead', code: 'BracketLeft' })
  await key({ type: 'keyDown', key: 'e', code: 'KeyE', text: 'É' })
  await key({ type: 'keyUp', key: 'e', code: 'KeyE' })
  await host.page.keyboard.type('lodie')
  release()
  await expect(host.page.getByRole('dialog').getByRole('textbox').first()).toHaveValue('Élodie')
})

test('a gift card’s code scanned in its dialog is looked up, and adds no item', async () => {
  const { ready } = snapshots
  await host.show({
    ...ready,
    gift_cards: offered,
    selling: { ...ready.selling, catalogue: 'ready' },
  })
  await expect(host.page.getByRole('region', { name: 'Items' })).toBeVisible()
  await answerWith(host.page, { replies: giftCardReplies() })
  await button('Gift card').click()
  await Promise.all([...giftCardCode, 'Enter'].map(press))
  release()
  await expect
    .poll(() => askedOfMain(host.page))
    .toContainEqual({ name: 'gift_cards.look_up', payload: { code: giftCardCode } })
  await expect(host.page.getByRole('alert')).toHaveCount(0)
})

test('a scan before the dialog for a manager’s PIN is loaded is no try, and the dialog says so', async () => {
  await host.show(snapshots['deciding-after-cancel'])
  await answerWith(host.page, { refusals: { 'sale.decide': 'pin_needed' } })
  await button('Void the payment').click()
  await expect.poll(() => askedOfMain(host.page)).toHaveLength(1)
  await scanByKeys(host.page, '40638179')
  release()
  await expect(host.page.getByText('That was a scan, not a PIN')).toBeVisible()
  await expect(host.page.getByLabel('Manager’s PIN')).toHaveValue('')
  expect(await askedOfMain(host.page)).toHaveLength(1)
})
