import type { Locator } from '@playwright/test'
import en from '../../../src-renderer/i18n/en.json' with { type: 'json' }
import { snapshots } from '../../pictures/snapshots.ts'
import { answerWith, askedOfMain, pushSnapshot } from '../../pictures/support/fake-bridge.ts'
import type { ScreenHost } from '../../pictures/support/screen-host.ts'
import { expect, test } from '../support/screens.ts'

let host: ScreenHost

test.beforeEach(({ host: ofWorker }) => {
  host = ofWorker
})

const button = (name: string | RegExp) => host.page.getByRole('button', { name, exact: true })
const press = (key: string) => host.page.keyboard.press(key)
async function boxOf(place: Locator) {
  const box = await place.boundingBox()
  if (box === null) throw new Error(`${place} is not drawn`)
  return box
}

test('before main’s first answer, nothing of the counter is shown, and no key has an effect', async () => {
  const answer = await host.showBeforeAnswer(snapshots.ready)
  await expect(host.page.getByRole('button')).toHaveCount(0)
  await expect(host.page.locator('main[data-sale-state]')).toHaveCount(0)
  await host.page.keyboard.type('500')
  for (const key of ['Enter', 'F2', 'F4', 'F6']) await press(key)
  expect(await askedOfMain(host.page)).toEqual([])
  await answer()
  await expect(button('Charge $0.00')).toBeVisible()
  await host.page.keyboard.type('500')
  await expect(button('Charge $5.00')).toBeEnabled()
  expect(host.complaints()).toEqual([])
})

test.describe('the ready screen', () => {
  test.beforeEach(() => host.show(snapshots.ready))

  test('digits are entered from the cents, and Enter charges the amount', async () => {
    await host.page.keyboard.type('12345')
    await press('Backspace')
    await expect(button('Charge $12.34')).toBeEnabled()
    await press('Enter')
    expect(await askedOfMain(host.page)).toEqual([
      { name: 'sale.charge', payload: { amount: 1234, entry: 'card', note: '' } },
    ])
  })

  test('after a press on the keypad, Enter charges and does not press that key again', async () => {
    await button('7').click()
    await button('00').click()
    await press('Enter')
    expect(await askedOfMain(host.page)).toMatchObject([{ name: 'sale.charge', payload: { amount: 700 } }])
  })

  test('F2 charges a card whose number is typed on the terminal', async () => {
    await host.page.keyboard.type('500')
    await press('F2')
    expect(await askedOfMain(host.page)).toMatchObject([{ payload: { amount: 500, entry: 'manual' } }])
  })

  test('Enter without an amount sends nothing, and Charge is disabled', async () => {
    await press('Enter')
    await expect(button('Charge $0.00')).toBeDisabled()
    expect(await askedOfMain(host.page)).toEqual([])
  })

  test('Escape clears the amount', async () => {
    await host.page.keyboard.type('500')
    await press('Escape')
    await expect(button('Charge $0.00')).toBeVisible()
  })

  test('digits typed into the note do not change the amount, and Enter leaves the note without charging', async () => {
    await host.page.keyboard.type('500')
    await press('F3')
    await host.page.keyboard.type('Table 4')
    await press('Enter')
    await expect(button('Charge $5.00')).toBeVisible()
    expect(await askedOfMain(host.page)).toEqual([])
    await press('Enter')
    expect(await askedOfMain(host.page)).toMatchObject([{ payload: { amount: 500, note: 'Table 4' } }])
  })

  test('while a dialog is open, keys go to the dialog', async () => {
    await press('F1')
    await expect(host.page.getByRole('dialog')).toBeVisible()
    await host.page.keyboard.type('500')
    await press('Escape')
    await expect(host.page.getByRole('dialog')).toBeHidden()
    await expect(button('Charge $0.00')).toBeVisible()
  })

  test('Escape that closes a dialog does not change the typed amount', async () => {
    await host.page.keyboard.type('500')
    await press('F1')
    await expect(host.page.getByRole('dialog')).toBeVisible()
    await press('Escape')
    await expect(host.page.getByRole('dialog')).toBeHidden()
    await expect(button('Charge $5.00')).toBeVisible()
  })

  test('F4 switches the colour scheme', async () => {
    await press('F4')
    expect(await askedOfMain(host.page)).toEqual([
      { name: 'settings.update', payload: { color_scheme: 'dark' } },
    ])
  })

  test('the typed amount is cleared once its sale has begun', async () => {
    await host.page.keyboard.type('1234')
    await pushSnapshot(host.page, { ...snapshots.creating, revision: 2 })
    await expect(host.page.getByRole('heading', { name: 'Starting the sale' })).toBeVisible()
    await pushSnapshot(host.page, { ...snapshots.ready, revision: 3 })
    await expect(button('Charge $0.00')).toBeVisible()
  })

  test('an outdated snapshot is not drawn', async () => {
    await pushSnapshot(host.page, { ...snapshots.approved, revision: 5 })
    await pushSnapshot(host.page, { ...snapshots.authorizing, revision: 4 })
    await expect(host.page.getByRole('heading', { name: 'Approved' })).toBeVisible()
  })
})

test('Escape during a payment asks for confirmation before it cancels', async () => {
  await host.show(snapshots.authorizing)
  await press('Escape')
  await expect(host.page.getByRole('dialog', { name: 'Stop this payment?' })).toBeVisible()
  expect(await askedOfMain(host.page)).toEqual([])
  await press('Enter')
  expect(await askedOfMain(host.page)).toEqual([{ name: 'sale.cancel' }])
})

test('Escape closes a confirmation, and never abandons the sale or the receipt behind a dialog', async () => {
  await host.show(snapshots.authorizing)
  await press('Escape')
  await expect(host.page.getByRole('dialog')).toBeVisible()
  await press('Escape')
  await expect(host.page.getByRole('dialog')).toBeHidden()
  for (const name of ['declined', 'approved'] as const) {
    await host.change(snapshots[name])
    await press('F1')
    await expect(host.page.getByRole('dialog')).toBeVisible()
    await press('Escape')
    await expect(host.page.getByRole('dialog')).toBeHidden()
  }
  expect(await askedOfMain(host.page)).toEqual([])
})

test('the signature can be skipped by a button, and no key voids the payment', async () => {
  await host.show(snapshots['authorizing-signing'])
  for (const key of ['Escape', 'F2', ' ']) await press(key)
  expect(await askedOfMain(host.page)).toEqual([])
  await button('Skip signature').click()
  await button('Void the payment').click()
  expect(await askedOfMain(host.page)).toEqual([
    { name: 'sale.skip_signature' },
    { name: 'sale.decide', payload: { choice: 'void' } },
  ])
})

test('Enter while the terminal is away shows that, charges nothing, and keeps the amount', async () => {
  await host.show(snapshots['terminal-offline'])
  await host.page.keyboard.type('1234')
  await press('Enter')
  await expect(host.page.getByRole('alert')).toContainText(en.away.terminal)
  await host.change(snapshots.ready)
  await expect(host.page.getByRole('alert')).toHaveCount(0)
  await expect(button('Charge $12.34')).toBeEnabled()
  expect(await askedOfMain(host.page)).toEqual([])
})

test('the screen reader announces the outcome', async () => {
  await host.show(snapshots.authorizing)
  await pushSnapshot(host.page, { ...snapshots.approved, revision: 2 })
  await expect(host.page.getByRole('main').getByRole('status')).toHaveText('Approved. $14.81. Visa •••• 1111')
})

test('a sale stopped by a missing terminal shows when the terminal is back', async () => {
  const stopped = snapshots['stopped-not-connected']
  await host.show({ ...stopped, terminal: snapshots['terminal-offline'].terminal })
  await expect(host.page.getByRole('heading', { name: 'Terminal not connected' })).toBeVisible()
  await host.change({ ...stopped, terminal: snapshots.ready.terminal })
  await expect(host.page.getByRole('heading', { name: 'The terminal is back' })).toBeVisible()
})

test('network errors are not shown, the reason of a decline is small, and a tip has a time limit', async () => {
  const { page } = host
  await host.show(snapshots['stopped-service'])
  await expect(page.getByText(en.stopped.money.not_moved)).toBeVisible()
  await expect(page.getByText(/fetch failed|ECONNREFUSED/)).toHaveCount(0)

  await host.show(snapshots.declined)
  const sizeOf = (text: string) =>
    page.getByText(text, { exact: true }).evaluate((it) => Number.parseFloat(getComputedStyle(it).fontSize))
  const title = await sizeOf(en.declined.title)
  expect(await sizeOf(en.decline.insufficient_funds.why)).toBeLessThan(Math.min(24, title))

  await host.show(snapshots['choosing-tip'])
  await expect(page.getByRole('timer')).toHaveText(/^\d:\d\d$/)
})

test('a counter without a terminal has a button to the pairing of one', async () => {
  await host.show(snapshots['terminal-none'])
  await button('Pair a terminal').click()
  await expect(host.page.locator('main[data-place]')).toBeVisible()
})

test('the first digit does not move the amount on the screen', async () => {
  await host.show(snapshots.ready)
  const place = () =>
    host.page
      .getByText(/^\$0\.0\d$/)
      .first()
      .boundingBox()
  const before = await place()
  await press('5')
  expect((await place())?.y).toBe(before?.y)
})

test('at 200 % zoom, the amount, the keypad and Charge are all visible', async () => {
  await host.show(snapshots.ready, { width: 640, height: 400 })
  await expect(host.page.getByText('$0.00', { exact: true })).toBeInViewport({ ratio: 1 })
  await expect(button('5')).toBeInViewport({ ratio: 1 })
  await expect(button('Charge $0.00')).toBeInViewport({ ratio: 1 })
  const amount = await host.page.getByText('$0.00', { exact: true }).boundingBox()
  const key = await button('1').boundingBox()
  expect((amount?.x ?? 0) + (amount?.width ?? 0)).toBeLessThanOrEqual(key?.x ?? 0)
})

test('an amount above the manager’s limit needs a confirmation, which a second Enter does not give', async () => {
  await host.show(snapshots.ready)
  await host.page.keyboard.type('12345678901')
  await press('Enter')
  await expect(host.page.getByRole('dialog', { name: 'Charge this much?' })).toBeVisible()
  await press('Enter')
  await expect(host.page.getByRole('dialog')).toBeHidden()
  expect(await askedOfMain(host.page)).toEqual([])
  await press('F2')
  await host.page.getByRole('dialog').getByRole('button', { name: 'Charge $123,456,789.01' }).click()
  expect(await askedOfMain(host.page)).toMatchObject([
    { name: 'sale.charge', payload: { amount: 12_345_678_901, entry: 'manual' } },
  ])
})

test('closing during a sale asks for confirmation, and Escape continues the sale', async () => {
  await host.show(snapshots.authorizing)
  await host.change({ ...snapshots.authorizing, close_asked: true })
  await expect(host.page.getByRole('dialog', { name: 'Close in the middle of a sale?' })).toBeVisible()
  await press('Escape')
  expect(await askedOfMain(host.page)).toEqual([{ name: 'app.close', payload: { close: false } }])
  await host.change(snapshots.authorizing)
  await expect(host.page.getByRole('dialog')).toBeHidden()
})

test('taking over the terminal asks for confirmation', async () => {
  await host.show(snapshots['terminal-in-use'])
  await host.page.getByRole('button', { name: 'Take over…' }).click()
  expect(await askedOfMain(host.page)).toEqual([])
  await host.page.getByRole('dialog').getByRole('button', { name: 'Take over and cancel theirs' }).click()
  expect(await askedOfMain(host.page)).toEqual([{ name: 'terminal.connect', payload: { force: true } }])
})

test('the dialog of a terminal in use names its user, and lists the other terminals again when it is released', async () => {
  const { page } = host
  const inUse = snapshots['terminal-in-use']
  if (inUse.terminal.kind !== 'in_use') throw new Error('it is in use')
  const { hsn, name } = inUse.terminal
  const own = { hsn: 'VT-OWN', name: 'Own', usual: true }
  await host.show({ ...inUse, terminal: { kind: 'connecting', hsn, name } })
  await answerWith(page, { replies: { 'terminal.choices': [{ ...own, state: 'busy' }] } })
  await page.locator('button[data-terminal]').click()
  const choice = page.locator('button[data-choice="VT-OWN"]')
  await expect(choice).toContainText('In use by another counter')
  await answerWith(page, { replies: { 'terminal.choices': [{ ...own, state: 'free' }] } })
  await host.change(inUse)
  await expect(choice).toContainText('Ready')
  await expect(page.getByRole('dialog')).toContainText(/has had it since/)
})

test('a refused command is shown with its reason', async () => {
  await host.show(snapshots.approved)
  await host.page.evaluate(() => {
    window.bridgeOfTests.refusal = 'not_now'
  })
  await button('Print').click()
  await expect(host.page.getByRole('alert')).toContainText('That was not done')
})

test('the notice that nothing was charged covers neither the reason nor the keys', async () => {
  await host.show(snapshots['service-unreachable'])
  await host.page.keyboard.type('1234')
  await press('Enter')
  const toast = await boxOf(host.page.getByRole('alert').filter({ hasText: 'That was not done' }))
  const reason = await boxOf(host.page.getByText('The payment service cannot be reached'))
  const keypad = await boxOf(host.page.getByRole('group', { name: 'Keypad' }))
  expect(toast.y).toBeGreaterThan(reason.y + reason.height)
  expect(toast.x + toast.width).toBeLessThan(keypad.x)
})

test('on a narrow screen that notice covers neither the amount nor the keys, and closes with the next press', async () => {
  for (const language of ['en', 'es', 'fr'] as const) {
    await host.show(snapshots['terminal-offline'], { width: 360, height: 740, language })
    await host.page.keyboard.type('1234')
    await press('Enter')
    const alert = host.page.getByRole('alert')
    const toast = await boxOf(alert)
    const amount = host.page.getByText(/^\D?12[.,]34/).first()
    expect(toast.y + toast.height, language).toBeLessThanOrEqual((await boxOf(amount)).y)
    await expect(async () => {
      await amount.click()
      await expect(alert).toHaveCount(0, { timeout: 100 })
    }).toPass()
  }
})

test('a signature drawn on the screen is sent as a small PNG', async () => {
  await host.show(snapshots.signing)
  await expect(button('Done')).toBeDisabled()
  const pad = await boxOf(host.page.getByRole('img', { name: /^Signature/ }))
  const { mouse } = host.page
  await mouse.move(pad.x + 60, pad.y + 120)
  await mouse.down()
  for (let x = 60; x < 400; x += 10) await mouse.move(pad.x + x, pad.y + 120 + 40 * Math.sin(x / 20))
  await mouse.up()
  await button('Done').click()
  const [asked] = await askedOfMain(host.page)
  expect(asked).toMatchObject({
    name: 'sale.sign',
    payload: { signature: expect.stringMatching(/^data:image\/png;base64,[A-Za-z0-9+/=]{1000,60000}$/) },
  })
})
