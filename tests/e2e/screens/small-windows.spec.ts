import type { Locator } from '@playwright/test'
import { auditScenes } from '../../pictures/audit-scenes.ts'
import { installerScenes } from '../../pictures/installer-scenes.ts'
import { reportScenes } from '../../pictures/report-scenes.ts'
import { rungUp } from '../../pictures/rung-up.ts'
import { type SnapshotName, snapshots } from '../../pictures/snapshots.ts'
import { staffScenes } from '../../pictures/staff-scenes.ts'
import { expect, test } from '../support/screens.ts'

/**
 * The smallest possible window, an old counter screen, an upright tablet, half of a small one, and the shape of a
 * phone.
 */
const windows = [
  [640, 560],
  [640, 561],
  [800, 600],
  [768, 1024],
  [600, 800],
  [390, 844],
  [1024, 600],
  [960, 700],
] as const

/** Notices above the keypad take space as well. */
const states = [
  ['ready', '$12.34', 'Charge $12.34'],
  ['ready-begun-series', '$12.34', 'Charge $12.34'],
  ['ready-parked', '$12.34', 'Charge $12.34'],
  ['ready-unsaved', '$12.34', 'Charge $12.34'],
  ['ready-order', '$12.34', 'Add $12.34'],
  ['bill-part-paid', '$15.00', 'Charge $12.34 of it'],
  ['approved', '$14.81', 'New sale'],
  ['bill-link', '$15.00', 'Serve the next customer'],
] as const satisfies readonly (readonly [SnapshotName, string, string])[]

/** Whether nothing covers it: at its centre and near each corner, it is the visible element. */
const isUncovered = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const [near, far] = [0.15, 0.85]
    const points = [
      [0.5, 0.5],
      ...[near, far].flatMap((across) => [near, far].map((down) => [across, down])),
    ] as [number, number][]
    return points.every(([across, down]) => {
      const seen = document.elementFromPoint(left + across * (right - left), top + down * (bottom - top))
      return seen !== null && (element.contains(seen) || seen.contains(element))
    })
  })

for (const [name, amount, button] of states) {
  test(`${name}: in a small window, the amount and the next button are visible together`, async ({
    host,
  }) => {
    const { page } = host
    await host.show(snapshots[name])
    await page.waitForLoadState('networkidle')
    await page.keyboard.type('1234')
    const next = page.getByRole('button', { name: new RegExp(`^${button.replaceAll('$', '\\$')}`) })
    const shown = page.locator('main').getByText(amount, { exact: true }).first()
    for (const [width, height] of windows) {
      const where = `${width} × ${height}`
      await host.change(snapshots[name], { width, height })
      await expect(next, where).toBeInViewport({ ratio: 1 })
      await expect(shown, where).toBeInViewport({ ratio: 1 })
      expect(await isUncovered(shown), `${where}: the amount is covered`).toBe(true)
      expect(await isUncovered(next), `${where}: the button is covered`).toBe(true)
      const box = await next.boundingBox()
      expect(height - (box === null ? 0 : box.y + box.height), `${where}: from the bottom`).toBeLessThan(120)
    }
  })
}

for (const name of ['declined', 'surcharge-declined', 'stopped-in-use'] as const) {
  test(`${name}: in a low window and on an upright tablet, the amount is visible beside all actions, also with a long note`, async ({
    host,
  }) => {
    const { page } = host
    const amount = name === 'stopped-in-use' ? '$12.34' : '$14.81'
    const { sale: state } = snapshots[name]
    if (state.kind === 'ready') throw new Error(`${name} shows no sale`)
    const note = 'Gift wrapped in blue paper, hold for Mrs. Featherstonehaugh until Thursday, call first'
    const noted = { ...snapshots[name], sale: { ...state, sale: { ...state.sale, note } } }
    await host.show(noted)
    await page.waitForLoadState('networkidle')
    for (const [width, height] of [
      [800, 600],
      [1024, 600],
      [960, 700],
      [768, 1024],
    ] as const) {
      await host.change(noted, { width, height })
      const label = `${width} × ${height}`
      await expect.poll(() => isUncovered(page.getByText(amount, { exact: true }).last()), label).toBe(true)
      for (const button of await page.locator('main button').all())
        await expect.poll(() => isUncovered(button), `${await button.textContent()}, ${label}`).toBe(true)
    }
  })
}

test('on a phone, a decline shows the amount and that the card was not charged', async ({ host }) => {
  const { page } = host
  await host.show(snapshots.declined)
  for (const [width, height] of [
    [360, 640],
    [390, 844],
  ] as const) {
    await host.change(snapshots.declined, { width, height })
    for (const words of ['$14.81', 'The card was not charged.']) {
      const shown = page.locator('main').getByText(words, { exact: true }).filter({ visible: true })
      await expect(shown, `${words}, ${width} × ${height}`).toBeInViewport({ ratio: 1 })
      expect(await isUncovered(shown), `${words}, ${width} × ${height}`).toBe(true)
    }
  }
})

test('on a phone of 360 × 740, a decline shows its reason without scrolling, in each language', async ({
  host,
}) => {
  const reasons = {
    en: 'There is not enough money on this card.',
    es: 'No hay saldo suficiente en esta tarjeta.',
    fr: 'Il n’y a pas assez d’argent sur cette carte.',
  } as const
  await host.show(snapshots.declined)
  for (const language of ['en', 'es', 'fr'] as const) {
    await host.change(snapshots.declined, { width: 360, height: 740, language })
    const why = host.page.getByText(reasons[language], { exact: true })
    await expect(why, language).toBeInViewport({ ratio: 1 })
    expect(await isUncovered(why), language).toBe(true)
  }
})

test('on a phone of 360 × 740, a stopped sale shows that no money moved', async ({ host }) => {
  await host.show(snapshots['surcharge-declined'])
  for (const name of ['surcharge-declined', 'stopped-in-use'] as const) {
    await host.change(snapshots[name], { width: 360, height: 740 })
    const money = host.page.getByText('No money moved', { exact: true })
    await expect(money, name).toBeInViewport({ ratio: 1 })
    expect(await isUncovered(money), name).toBe(true)
  }
})

test('at 800 px, a usual name of a shop is not cut', async ({ host }) => {
  for (const language of ['en', 'es', 'fr'] as const) {
    await host.show(snapshots.ready, { width: 800, height: 600, language })
    const cut = await host.page
      .getByText('Harbor Street Coffee')
      .evaluate((name) => [name.scrollWidth - name.clientWidth, name.scrollHeight - name.clientHeight])
    expect(cut, language).toEqual([0, 0])
  }
})

test('the total of an order is visible in every window, for any length of the order, also while an amount is typed', async ({
  host,
}) => {
  const order = snapshots['ready-order']
  const { book } = order.selling
  const lines = Array.from({ length: 24 }, (_, index) => ({
    ...rungUp.draft.lines[index % 2 === 0 ? 0 : 1],
    id: `line_${index + 1}`,
  }))
  const long = {
    ...order,
    selling: { ...order.selling, book: { ...book, draft: { ...rungUp.draft, lines } } },
  }
  await host.show(long)
  await host.page.waitForLoadState('networkidle')
  await host.page.keyboard.type('1234')
  const total = host.page.getByRole('region', { name: 'Order' }).getByText('$240.69', { exact: true })
  for (const [width, height] of [...windows, [1024, 560], [1280, 800]] as const) {
    const where = `${width} × ${height}`
    await host.change(long, { width, height })
    await expect(host.page.getByRole('button', { name: /^Add \$12\.34/ }), where).toBeInViewport({ ratio: 1 })
    await expect(total, where).toBeInViewport({ ratio: 1 })
    expect(await isUncovered(total), `${where}: the total is covered`).toBe(true)
  }
})

test('on a phone, the buttons below the sale do not cover the address to which its receipt is sent', async ({
  host,
}) => {
  const { page } = host
  await host.show(snapshots['approved-split'], { width: 390, height: 844 })
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'E-mail the receipt' }).click()
  const address = page.getByLabel('E-mail address')
  await expect(address).toBeFocused()
  await expect.poll(() => isUncovered(address)).toBe(true)
  await expect(page.getByRole('button', { name: 'New sale' })).toBeInViewport({ ratio: 1 })
})

for (const name of ['ready-books-unopened', 'ready-other-currency'] as const) {
  test(`${name}: on a phone, what cannot be sold scrolls as one page, without a second scroll bar`, async ({
    host,
  }) => {
    await host.show(snapshots[name], { width: 390, height: 844 })
    const scrolling = await host.page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter(
          (one) => one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY),
        )
        .map(({ tagName }) => tagName),
    )
    expect(scrolling).toEqual(['MAIN'])
    await host.page.getByRole('button', { name: 'Charge' }).scrollIntoViewIfNeeded()
    await expect(host.page.getByRole('button', { name: 'Charge' })).toBeInViewport({ ratio: 1 })
  })
}

test('at 800 × 600, staff see their data and the actions together', async ({ host }) => {
  const { page } = host
  for (const [scene, text, button] of [
    [installerScenes['pair-waiting'], '4829 0157', 'Get a new code'],
    [staffScenes['payment-paid'], '$14.81', 'Refund'],
    [staffScenes['refund-part'], '$5.00', 'Refund $5.00'],
    [reportScenes['day-open'], '$1,180.40', 'Close the day'],
    [installerScenes.fleet, 'Second floor, rare books and manuscripts, counter 14', 'Pair a terminal'],
  ] as const) {
    await host.showScene(scene, { width: 800, height: 600 })
    const shown = page.locator('main').getByText(text, { exact: true }).first()
    const next = page.getByRole('button', { name: button }).first()
    await expect(shown, button).toBeInViewport({ ratio: 1 })
    await expect(next, text).toBeInViewport({ ratio: 1 })
    expect([await isUncovered(shown), await isUncovered(next)], text).toEqual([true, true])
  }
})

test('at 800 × 600, the confirmation of closing the day is visible, with the focus on the answer that closes nothing', async ({
  host,
}) => {
  const { page } = host
  await host.showScene(reportScenes['day-open'], { width: 800, height: 600 })
  await page.getByRole('button', { name: 'Close the day' }).focus()
  await page.keyboard.press('Enter')
  const back = page.getByRole('button', { name: 'Not yet' })
  await expect(back).toBeFocused()
  await expect(back).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Close it' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Close the day' })).toBeVisible()
})

test('at 800 × 600, the answers of a refund’s confirmation are visible in every language', async ({
  host,
}) => {
  const { page } = host
  const scene = staffScenes['refund-confirm']
  await host.showScene(scene)
  for (const [language, back, go] of [
    ['en', 'Not now', 'Refund $5.00'],
    ['es', 'Ahora no', 'Reembolsar $5.00'],
    ['fr', 'Pas maintenant', /^Rembourser 5,00/],
  ] as const) {
    await host.change(scene.snapshot, { width: 800, height: 600, language })
    for (const name of [back, go]) {
      const answer = page.getByRole('dialog').getByRole('button', { name })
      await expect(answer, language).toBeInViewport({ ratio: 1 })
      expect(await isUncovered(answer), language).toBe(true)
    }
  }
})

test('in every window, the cashier sees that the terminal is another shop’s', async ({ host }) => {
  const { page } = host
  const snapshot = snapshots['terminal-not-owned']
  await host.show(snapshot)
  for (const [width, height] of [
    [390, 844],
    [600, 800],
    [768, 1024],
    [800, 600],
    [1280, 800],
  ] as const) {
    const where = `${width} × ${height}`
    await host.change(snapshot, { width, height })
    for (const shown of [
      page.getByRole('heading', { name: 'This terminal does not belong to this shop' }),
      page.getByText('$0.00', { exact: true }).first(),
      page.getByRole('button', { name: 'Charge $0.00' }),
    ]) {
      await expect(shown, where).toBeInViewport({ ratio: 1 })
      expect(await isUncovered(shown), where).toBe(true)
    }
  }
})

test('at 800 × 600, the title of a page behind a PIN is whole in every language', async ({ host }) => {
  const { page } = host
  for (const scene of [installerScenes.computer, staffScenes['payment-paid'], auditScenes.audit]) {
    await host.showScene(scene)
    for (const language of ['en', 'es', 'fr'] as const) {
      await host.change(scene.snapshot, { width: 800, height: 600, language })
      const title = page.locator('main p').filter({ hasText: /./ }).first()
      expect(await title.evaluate((text) => text.scrollWidth - text.clientWidth), language).toBe(0)
    }
  }
})
