import type { Locator } from '@playwright/test'
import { offered } from '../../pictures/gift-cards.ts'
import { type SnapshotName, snapshots } from '../../pictures/snapshots.ts'
import { stretched } from '../../pictures/stretched.ts'
import { answerWith, askedOfMain } from '../../pictures/support/fake-bridge.ts'
import { fits, overflow, violations, violationsOfLooks } from '../support/accessibility.ts'
import { soon } from '../support/screen.ts'
import { expect, test } from '../support/screens.ts'

const names = Object.keys(snapshots) as SnapshotName[]

// Each test uses its own pages, so the tests can run in parallel.
test.describe.configure({ mode: 'parallel' })

/**
 * The variants in which the longest texts and amounts must fit; on the small screen, states alternate between two
 * languages.
 */
const longest = (index: number) =>
  [
    ['en', 1024, 768, 'light'],
    [index % 2 === 0 ? 'es' : 'fr', 360, 768, 'dark'],
  ] as const

/** Number of states per test, each in every variant. */
const statesATest = 10

for (let first = 0; first < names.length; first += statesATest) {
  const some = names.slice(first, first + statesATest)
  test(`the states from ${some[0]} to ${some.at(-1)} have no WCAG violation, and nothing is cut off`, async ({
    host,
  }) => {
    test.setTimeout(480_000)
    for (const [index, name] of some.entries()) {
      await test.step(name, async () => {
        // All states in one page, as in the real window: opening a new page takes as long as all checks of a state.
        await (index === 0 ? host.show(snapshots[name]) : host.change(snapshots[name]))
        expect(await violations(host.page)).toEqual([])
        expect(await overflow(host.page)).toEqual(fits)
        for (const [language, width, height, scheme] of longest(index)) {
          await host.change(stretched(snapshots[name]), { language, width, height, scheme })
          expect(await overflow(host.page), `${language}, ${width} px`).toEqual(fits)
        }
        // The narrowest screen, with the longest texts and amounts, in the other colour scheme.
        expect(await violationsOfLooks(host.page)).toEqual([])
        expect(host.complaints()).toEqual([])
      })
    }
  })
}

test('every dialog is free of WCAG violations in both schemes', async ({ host }) => {
  for (const scheme of ['light', 'dark'] as const) {
    await host.show({ ...snapshots['terminal-in-use'], gift_cards: offered }, { scheme })
    for (const button of [
      'Settings',
      'Language',
      'Keyboard shortcuts',
      'Cash drawer',
      'Customer',
      'Gift card',
      /Front counter/,
      /Take over/,
    ]) {
      await host.page.getByRole('button', { name: button }).click()
      await expect(host.page.getByRole('dialog')).toBeVisible()
      expect(await (scheme === 'light' ? violations : violationsOfLooks)(host.page)).toEqual([])
      expect(host.complaints()).toEqual([])
      await host.page.keyboard.press('Escape')
      await expect(host.page.getByRole('dialog')).toHaveCount(0)
    }
  }
})

const notLoaded = 'A part of the screen could not be loaded.'

test('a dialog that cannot be loaded shows buttons to reload the page or to continue without it', async ({
  host,
}) => {
  const { page } = host
  await page.route(/drawer-dialog/, (route) => route.abort())
  await host.show(snapshots.ready)
  await page.getByRole('button', { name: 'Cash drawer' }).click()
  await expect(page.getByRole('heading', { name: notLoaded })).toBeVisible(soon)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Load the screen again' }).click()
  expect(await askedOfMain(page)).toEqual([{ name: 'app.reload' }])
  await answerWith(page, { refusals: { 'app.reload': 'failed' } })
  await page.getByRole('button', { name: 'Load the screen again' }).click()
  await page.getByRole('button', { name: 'Back to the sale' }).click()
  await expect(page.getByRole('button', { name: /^Charge/ })).toBeVisible()
  await page.unroute(/drawer-dialog/)
})

test('a notice that cannot be loaded does not hide the sale’s screen', async ({ host }) => {
  const { page } = host
  await page.route(/printing-bar/, (route) => route.abort())
  await host.show(snapshots['printing-held'])
  await expect(page.getByText('A notice could not be loaded.')).toBeVisible(soon)
  expect(await violations(page)).toEqual([])
  await page.keyboard.type('500')
  await expect(page.getByRole('button', { name: 'Charge $5.00' })).toBeEnabled()
  await page.getByRole('button', { name: 'Load the screen again' }).click()
  expect(await askedOfMain(page)).toEqual([{ name: 'app.reload' }])
  await page.unroute(/printing-bar/)
})

test('a counter that lacks its service’s key asks for the key, and not for a terminal', async ({ host }) => {
  const { page } = host
  await host.show({ ...snapshots['terminal-none'], service: { kind: 'key_needed' } })
  await expect(page.getByText('The service’s key is needed')).toBeVisible()
  await expect(page.getByText('No terminal yet')).toHaveCount(0)
})

test('a scan whose code cannot be loaded is reported', async ({ host }) => {
  const { page } = host
  await page.route(/\/add-item-[^/]*\.js$/, (route) => route.abort())
  // With an order on screen, the page itself loads this code; here only the scan does.
  await host.show({ ...snapshots.approved, selling: { ...snapshots.approved.selling, catalogue: 'ready' } })
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { name: notLoaded })).toHaveCount(0)
  await page.evaluate(() => {
    for (const key of [...'4006381333931', 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
  await expect(page.getByRole('heading', { name: notLoaded })).toBeVisible(soon)
  await page.unrouteAll({ behavior: 'wait' })
})

test('at 1024 × 768, the keypad fits without a scrollbar', async ({ host }) => {
  await host.show(snapshots.ready, { width: 1024, height: 768 })
  const keypad = host.page.getByRole('group', { name: 'Keypad' })
  await expect(keypad).toBeInViewport({ ratio: 1 })
  await expect(host.page.getByRole('button', { name: 'Charge $0.00' })).toBeInViewport({ ratio: 1 })
  const scrolls = await keypad.evaluate((element) => {
    let parent: Element | null = element
    while (parent !== null && parent.scrollHeight <= parent.clientHeight + 1) parent = parent.parentElement
    return parent?.className ?? null
  })
  expect(scrolls).toBeNull()
})

test('at 200 % zoom the amount and its button are side by side, and on a 4K screen they stay close together', async ({
  host,
}) => {
  const { page } = host
  await host.show(snapshots.ready)
  await page.keyboard.type('12345678')
  await host.change(snapshots.ready, { width: 3840, height: 2160 })
  const amount = await page.locator('main').getByText('$123,456.78', { exact: true }).first().boundingBox()
  const keypad = await page.getByRole('group', { name: 'Keypad' }).boundingBox()
  if (amount === null || keypad === null) throw new Error('the amount or the keypad is not shown')
  expect(keypad.x - (amount.x + amount.width)).toBeLessThan(1000)
  // 1280 × 800 at 200 %.
  await host.change(snapshots.ready, { width: 640, height: 400 })
  for (const [name, button] of [
    ['ready', /^Charge/],
    ['authorizing', 'Cancel'],
    ['declined', 'Try another card'],
  ] as const) {
    if (name !== 'ready') await host.change(snapshots[name], { width: 640, height: 400 })
    await expect(page.getByRole('button', { name: button }), name).toBeInViewport({ ratio: 1 })
    // The element at its centre is the amount itself, so nothing covers it.
    const covered = await page
      .locator('main')
      .getByText(name === 'ready' ? '$123,456.78' : name === 'declined' ? 'Declined' : '$14.81', {
        exact: true,
      })
      .first()
      .evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return top === null || !(element.contains(top) || top.contains(element))
      })
    expect(covered, name).toBe(false)
  }
})

test('keys are at least 64 px high, and Charge at least 72 px', async ({ host }) => {
  await host.show(snapshots.ready, { width: 1024, height: 768 })
  for (const key of await host.page.getByRole('group', { name: 'Keypad' }).getByRole('button').all()) {
    expect((await key.boundingBox())?.height).toBeGreaterThanOrEqual(64)
  }
  const charge = await host.page.getByRole('button', { name: /^Charge/ }).boundingBox()
  expect(charge?.height).toBeGreaterThanOrEqual(72)
})

test('an approved parked payment can be kept or voided, and a finished one can be removed', async ({
  host,
}) => {
  await host.show(snapshots['ready-parked'])
  const [checking, approved, voided] = await host.page
    .getByRole('list', { name: 'Payments set aside' })
    .getByRole('listitem')
    .all()
  await expect(checking?.getByRole('button') as Locator).toHaveText(['Write down what you know'])
  await approved?.getByRole('button', { name: 'Void the payment' }).click()
  await approved?.getByRole('button', { name: /^Keep/ }).click()
  await voided?.getByRole('button', { name: 'Seen' }).click()
  const [, second, third] = snapshots['ready-parked'].parked.map(({ state }) => state.sale.id)
  expect(await askedOfMain(host.page)).toEqual(
    expect.arrayContaining([
      { name: 'parked.decide', payload: { sale_id: second, choice: 'void' } },
      { name: 'parked.decide', payload: { sale_id: second, choice: 'keep' } },
      { name: 'parked.acknowledge', payload: { sale_id: third } },
    ]),
  )
})

test('a parked payment with a partial refund can be kept, or voided for the rest', async ({ host }) => {
  await host.show(snapshots['ready-parked-part-returned'])
  const payment = host.page.getByRole('list', { name: 'Payments set aside' }).getByRole('listitem')
  await expect(payment).toContainText('$10.00 from 2:05 PM is still paid: of $14.81, $4.81 was given back')
  await expect(payment.getByRole('button')).toHaveText(['Keep $10.00', 'Give $10.00 back'])
})

test('a parked tab whose card is released shows that no money was charged', async ({ host }) => {
  await host.show(snapshots['ready-parked-released'])
  const payment = host.page.getByRole('list', { name: 'Payments set aside' }).getByRole('listitem')
  await expect(payment).toContainText('the card is released. Nothing was charged.')
})

test('a parked payment that was voided since its outcome stayed unknown is not shown as declined', async ({
  host,
}) => {
  await host.show(snapshots['ready-parked-unanswered'])
  const payment = host.page.getByRole('list', { name: 'Payments set aside' }).getByRole('listitem')
  await expect(payment).toContainText('was never known, so it was voided. The card is not charged.')
  await expect(payment).not.toContainText('declined')
  // Neither is one that never reached a bank.
  const unsent = snapshots['ready-parked-unanswered'].parked.map((parked) =>
    parked.state.kind === 'declined'
      ? {
          ...parked,
          state: { ...parked.state, decline: { ...parked.state.decline, category: 'not_processed' } },
        }
      : parked,
  )
  await host.change({ ...snapshots['ready-parked-unanswered'], parked: unsent })
  await expect(payment).toContainText('the card was not charged.')
  await expect(payment).not.toContainText('declined')
})

test('a sale can be parked only after its look-up has taken too long', async ({ host }) => {
  const setAside = host.page.getByRole('button', { name: 'Set this payment aside' })
  for (const name of ['checking', 'voiding'] as const) {
    await host.show(snapshots[name])
    await expect(setAside).toHaveCount(0)
    await host.show(snapshots[`${name}-refused`])
    await setAside.click()
    expect(await askedOfMain(host.page)).toContainEqual({ name: 'sale.finish' })
  }
})

test('after a failed card, another way of paying is offered, or for a part-paid bill the way back to its balance', async ({
  host,
}) => {
  const button = (name: string) => host.page.getByRole('button', { name })
  for (const name of ['declined', 'stopped-by-cashier'] as const) {
    await host.show(snapshots[name])
    await button('Pay another way').click()
    expect(await askedOfMain(host.page)).toContainEqual({ name: 'bill.pay_otherwise' })
    await host.change({ ...snapshots[name], bill: snapshots['bill-part-paid'].bill })
    await expect(button('Pay another way')).toHaveCount(0)
    await expect(button('New sale').or(button('Cancel sale'))).toHaveCount(0)
    await button('Back to the balance').click()
    expect(await askedOfMain(host.page)).toContainEqual({ name: 'sale.finish' })
    for (const [language, width, height] of [...longest(0), ...longest(1)]) {
      await host.change(stretched({ ...snapshots[name], bill: snapshots['bill-part-paid'].bill }), {
        language,
        width,
        height,
      })
      expect(await overflow(host.page), `${language}, ${width} px`).toEqual(fits)
    }
  }
})

test('a restored bill that waits for its link can only withdraw the link or be put aside', async ({
  host,
}) => {
  const { page } = host
  await host.show(snapshots['bill-restored-link'])
  await expect(page.locator('main').getByRole('button')).toHaveText([
    'Cancel the link',
    'Serve the next customer',
  ])
  await page.getByRole('button', { name: 'Cancel the link' }).click()
  await page.getByRole('button', { name: 'Serve the next customer' }).click()
  const asked = await askedOfMain(page)
  expect(asked).toEqual([{ name: 'bill.withdraw_link' }, { name: 'bill.put_aside' }])
})

test('a link that cannot be created shows the reason and what to do', async ({ host }) => {
  await host.show(snapshots['bill-to-pay'])
  await host.page.getByRole('button', { name: 'Send a link' }).click()
  const dialog = host.page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'QR code' }).check({ force: true })
  await answerWith(host.page, { refusals: { 'bill.send_link': 'service_away' } })
  await dialog.getByRole('button', { name: 'Show the code' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The payment service does not answer')
  expect(await violations(host.page)).toEqual([])
})

test('a bill whose link was used and waits for the bank shows why, and leaves the rest to a manager', async ({
  host,
}) => {
  const { page } = host
  for (const name of ['bill-link-used', 'bill-restored-link-used'] as const) {
    await host.show(snapshots[name])
    await expect(page.locator('main')).toContainText('bank has not answered')
    await expect(page.locator('main').getByRole('button')).toHaveText([
      'Go on without the link',
      'Serve the next customer',
    ])
  }
  await page.getByRole('button', { name: 'Go on without the link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Keep waiting' }).click()
  await page.getByRole('button', { name: 'Go on without the link' }).click()
  await dialog.getByLabel('Manager’s PIN').fill('2468')
  await dialog.getByRole('button', { name: 'Go on without the link' }).click()
  expect(await askedOfMain(page)).toEqual([
    {
      name: 'bill.give_up_link',
      payload: { bill_id: snapshots['bill-restored-link-used'].bill.id, pin: '2468' },
    },
  ])
})

test('Enter submits a form of the cash drawer, and a shift closes only after the count is confirmed', async ({
  host,
}) => {
  await host.show(snapshots.ready)
  const dialog = host.page.getByRole('dialog')
  const closes = dialog.getByRole('button', { name: 'Close the shift' })
  await host.page.getByRole('button', { name: 'Cash drawer' }).click()
  await dialog.getByRole('radio', { name: 'Count', exact: true }).check()
  await expect(closes).toBeDisabled()
  await dialog.getByLabel('$20.00').fill('3')
  await dialog.getByLabel('$20.00').press('Enter')
  await expect(dialog).toContainText('Close the shift with $60.00 counted?')
  expect(await violations(host.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Count again' }).click()
  await closes.evaluate(async (button: HTMLButtonElement) => {
    const { textContent } = button
    button.click()
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    // The second click of a double click, on the button that closes the shift.
    const buttons = [...document.querySelectorAll('button')]
    buttons.find((one) => one.textContent === textContent)?.click()
  })
  const isClosing = async () =>
    (await askedOfMain(host.page)).some(({ name }) => name === 'drawer.close_shift')
  expect(await isClosing()).toBe(false)
  await closes.click()
  await expect.poll(isClosing).toBe(true)
  await dialog.getByRole('radio', { name: 'No sale', exact: true }).check()
  await dialog.getByLabel('Reason').fill('Change')
  await dialog.getByLabel('Reason').press('Enter')
  expect(await askedOfMain(host.page)).toContainEqual({
    name: 'drawer.no_sale',
    payload: expect.objectContaining({ reason: 'Change' }),
  })
})

test('in a small window the counted fields are visible, and so is the confirmation opened by Enter', async ({
  host,
}) => {
  await host.show(snapshots.ready, { width: 360, height: 740 })
  const dialog = host.page.getByRole('dialog')
  await host.page.getByRole('button', { name: 'Cash drawer' }).click()
  await dialog.getByRole('radio', { name: 'Count', exact: true }).check()
  const twenties = dialog.getByLabel('$20.00')
  await twenties.fill('3')
  const covering = await twenties.evaluate((input) => {
    const { left, top, width, height } = input.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2)?.tagName
  })
  expect(covering).toBe('INPUT')
  await twenties.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Count again' })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByText('Close the shift with $60.00 counted?')).toBeInViewport({ ratio: 1 })
})

test('every digit typed on the Paid screen begins the next sale', async ({ host }) => {
  const { page } = host
  await host.show(snapshots['bill-part-paid'])
  await host.change(snapshots['bill-paid'])
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible(soon)
  const finished = async () => (await askedOfMain(page)).filter(({ name }) => name === 'sale.finish').length
  await page.keyboard.type('250')
  await expect.poll(finished).toBeGreaterThan(0)
  await host.change(snapshots.ready)
  await expect(page.getByRole('button', { name: 'Charge $2.50' })).toBeVisible(soon)
})
