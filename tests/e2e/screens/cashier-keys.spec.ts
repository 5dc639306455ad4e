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

test('before main has answered nothing of the counter is seen, and no key does anything', async () => {
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

  test('the amount grows from the cents, and Enter charges it', async () => {
    await host.page.keyboard.type('12345')
    await press('Backspace')
    await expect(button('Charge $12.34')).toBeEnabled()
    await press('Enter')
    expect(await askedOfMain(host.page)).toEqual([
      { name: 'sale.charge', payload: { amount: 1234, entry: 'card', note: '' } },
    ])
  })

  test('after a tap on the keypad Enter still charges, and does not press the key again', async () => {
    await button('7').click()
    await button('00').click()
    await press('Enter')
    expect(await askedOfMain(host.page)).toMatchObject([{ name: 'sale.charge', payload: { amount: 700 } }])
  })

  test('F2 charges a card that is typed on the terminal', async () => {
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

  test('digits of a note are the note’s, and Enter leaves it without charging', async () => {
    await host.page.keyboard.type('500')
    await press('F3')
    await host.page.keyboard.type('Table 4')
    await press('Enter')
    await expect(button('Charge $5.00')).toBeVisible()
    expect(await askedOfMain(host.page)).toEqual([])
    await press('Enter')
    expect(await askedOfMain(host.page)).toMatchObject([{ payload: { amount: 500, note: 'Table 4' } }])
  })

  test('while a dialog is open the keys are the dialog’s', async () => {
    await press('F1')
    await expect(host.page.getByRole('dialog')).toBeVisible()
    await host.page.keyboard.type('500')
    await press('Escape')
    await expect(host.page.getByRole('dialog')).toBeHidden()
    await expect(button('Charge $0.00')).toBeVisible()
  })

  test('Escape that closes a dialog leaves the typed amount as it is', async () => {
    await host.page.keyboard.type('500')
    await press('F1')
    await expect(host.page.getByRole('dialog')).toBeVisible()
    await press('Escape')
    await expect(host.page.getByRole('dialog')).toBeHidden()
    await expect(button('Charge $5.00')).toBeVisible()
  })

  test('F4 asks for the other colours', async () => {
    await press('F4')
    expect(await askedOfMain(host.page)).toEqual([
      { name: 'settings.update', payload: { color_scheme: 'dark' } },
    ])
  })

  test('the amount is gone once its sale has begun', async () => {
    await host.page.keyboard.type('1234')
    await pushSnapshot(host.page, { ...snapshots.creating, revision: 2 })
    await expect(host.page.getByRole('heading', { name: 'Starting the sale' })).toBeVisible()
    await pushSnapshot(host.page, { ...snapshots.ready, revision: 3 })
    await expect(button('Charge $0.00')).toBeVisible()
  })

  test('a snapshot that was overtaken is not drawn', async () => {
    await pushSnapshot(host.page, { ...snapshots.approved, revision: 5 })
    await pushSnapshot(host.page, { ...snapshots.authorizing, revision: 4 })
    await expect(host.page.getByRole('heading', { name: 'Approved' })).toBeVisible()
  })
})

test('Escape during a payment asks once before it cancels', async () => {
  await host.show(snapshots.authorizing)
  await press('Escape')
  await expect(host.page.getByRole('dialog', { name: 'Stop this payment?' })).toBeVisible()
  expect(await askedOfMain(host.page)).toEqual([])
  await press('Enter')
  expect(await askedOfMain(host.page)).toEqual([{ name: 'sale.cancel' }])
})

test('Escape takes the question back, and gives up neither the sale nor the receipt behind a dialog', async () => {
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

test('an approval that waits for a signature goes on without it at a press, and is voided by no key', async () => {
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

test('the question goes when the payment ends meanwhile', async () => {
  await host.show(snapshots.authorizing)
  await press('Escape')
  await expect(host.page.getByRole('dialog')).toBeVisible()
  await pushSnapshot(host.page, { ...snapshots.approved, revision: 2 })
  await expect(host.page.getByRole('dialog')).toBeHidden()
})

test('after a decline Enter tries another card, F2 types one, Escape gives up', async () => {
  for (const [key, asked] of [
    ['Enter', { name: 'sale.retry', payload: { entry: 'card' } }],
    ['F2', { name: 'sale.retry', payload: { entry: 'manual' } }],
    ['Escape', { name: 'sale.finish' }],
  ] as const) {
    await host.show(snapshots.declined)
    await press(key)
    expect(await askedOfMain(host.page)).toEqual([asked])
  }
})

test('no key decides what becomes of an approval after a cancel', async () => {
  await host.show(snapshots['deciding-after-cancel'])
  for (const key of ['Enter', 'Escape', 'F2', ' ']) await press(key)
  expect(await askedOfMain(host.page)).toEqual([])
})

test('Enter after an approval starts the next sale', async () => {
  await host.show(snapshots.approved)
  await press('Enter')
  expect(await askedOfMain(host.page)).toEqual([{ name: 'sale.finish' }])
})

test('digits after an approval begin the next sale, and none of them is lost', async () => {
  await host.show(snapshots.approved)
  await host.page.keyboard.type('12')
  await pushSnapshot(host.page, { ...snapshots.ready, revision: 2 })
  await expect(button('Charge $0.12')).toBeVisible()
  await host.page.keyboard.type('34')
  await expect(button('Charge $12.34')).toBeVisible()
  expect(await askedOfMain(host.page)).toEqual([{ name: 'sale.finish' }])
})

test('Enter after those digits charges them as soon as the counter is there', async () => {
  await host.show(snapshots.approved)
  await host.page.keyboard.type('1234')
  await press('Enter')
  expect(await askedOfMain(host.page)).toEqual([{ name: 'sale.finish' }])
  await pushSnapshot(host.page, { ...snapshots.ready, revision: 2 })
  await expect
    .poll(() => askedOfMain(host.page))
    .toEqual([
      { name: 'sale.finish' },
      { name: 'sale.charge', payload: { amount: 1234, entry: 'card', note: '' } },
    ])
})

test('Enter while the terminal is away says so, charges nothing, and keeps what was typed', async () => {
  await host.show(snapshots['terminal-offline'])
  await host.page.keyboard.type('1234')
  await press('Enter')
  await expect(host.page.getByRole('alert')).toContainText(en.away.terminal)
  await host.change(snapshots.ready)
  await expect(host.page.getByRole('alert')).toHaveCount(0)
  await expect(button('Charge $12.34')).toBeEnabled()
  expect(await askedOfMain(host.page)).toEqual([])
})

test('the screen reader hears the outcome', async () => {
  await host.show(snapshots.authorizing)
  await pushSnapshot(host.page, { ...snapshots.approved, revision: 2 })
  await expect(host.page.getByRole('main').getByRole('status')).toHaveText('Approved. $14.81. Visa •••• 1111')
})

test('a stop for a terminal that is back since says so', async () => {
  const stopped = snapshots['stopped-not-connected']
  await host.show({ ...stopped, terminal: snapshots['terminal-offline'].terminal })
  await expect(host.page.getByRole('heading', { name: 'Terminal not connected' })).toBeVisible()
  await host.change({ ...stopped, terminal: snapshots.ready.terminal })
  await expect(host.page.getByRole('heading', { name: 'The terminal is back' })).toBeVisible()
})

test('no words of a network reach the screen, nor does a decline’s reason reach the queue, and a tip has a time', async () => {
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

test('a counter without a terminal leads to where one is paired', async () => {
  await host.show(snapshots['terminal-none'])
  await button('Pair a terminal').click()
  await expect(host.page.locator('main[data-place]')).toBeVisible()
})

test('the first digit moves the amount nowhere', async () => {
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

test('at 200 % the amount, the keypad and Charge are all in sight', async () => {
  await host.show(snapshots.ready, { width: 640, height: 400 })
  await expect(host.page.getByText('$0.00', { exact: true })).toBeInViewport({ ratio: 1 })
  await expect(button('5')).toBeInViewport({ ratio: 1 })
  await expect(button('Charge $0.00')).toBeInViewport({ ratio: 1 })
  const amount = await host.page.getByText('$0.00', { exact: true }).boundingBox()
  const key = await button('1').boundingBox()
  expect((amount?.x ?? 0) + (amount?.width ?? 0)).toBeLessThanOrEqual(key?.x ?? 0)
})

test('an amount above the manager’s limit is asked about, and Enter does not charge it by the way', async () => {
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

test('closing in the midst of a sale asks, and Escape goes on with the sale', async () => {
  await host.show(snapshots.authorizing)
  await host.change({ ...snapshots.authorizing, close_asked: true })
  await expect(host.page.getByRole('dialog', { name: 'Close in the middle of a sale?' })).toBeVisible()
  await press('Escape')
  expect(await askedOfMain(host.page)).toEqual([{ name: 'app.close', payload: { close: false } }])
  await host.change(snapshots.authorizing)
  await expect(host.page.getByRole('dialog')).toBeHidden()
})

test('taking the terminal over asks a person first', async () => {
  await host.show(snapshots['terminal-in-use'])
  await host.page.getByRole('button', { name: 'Take over…' }).click()
  expect(await askedOfMain(host.page)).toEqual([])
  await host.page.getByRole('dialog').getByRole('button', { name: 'Take over and cancel theirs' }).click()
  expect(await askedOfMain(host.page)).toEqual([{ name: 'terminal.connect', payload: { force: true } }])
})

test('the dialog of a terminal in use names its holder, and lists the others anew once the one before is back', async () => {
  const { page } = host
  const inUse = snapshots['terminal-in-use']
  if (inUse.terminal.kind !== 'in_use') throw new Error('it is in use')
  const { hsn, name } = inUse.terminal
  const own = { hsn: 'VT-OWN', name: 'Own', ours: false, usual: true }
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

test('that nothing was charged hides neither why nor the keys', async () => {
  await host.show(snapshots['service-unreachable'])
  await host.page.keyboard.type('1234')
  await press('Enter')
  const toast = await boxOf(host.page.getByRole('alert').filter({ hasText: 'That was not done' }))
  const reason = await boxOf(host.page.getByText('The payment service cannot be reached'))
  const keypad = await boxOf(host.page.getByRole('group', { name: 'Keypad' }))
  expect(toast.y).toBeGreaterThan(reason.y + reason.height)
  expect(toast.x + toast.width).toBeLessThan(keypad.x)
})

test('on a narrow screen it covers neither the amount nor the keys, and goes with the next press', async () => {
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
