import { fromRoot } from '../../../scripts/lib/paths.mjs'
import type { CatalogueItem } from '../../../src-shared/pos/catalogue/catalogue.ts'
import { page as pageOf } from '../../pictures/manager-data.ts'
import { snapshots } from '../../pictures/snapshots.ts'
import { managerIn } from '../../pictures/staff-scenes.ts'
import { answerWith, askedOfMain, forgetAnswers } from '../../pictures/support/fake-bridge.ts'
import { fits, overflow, violations, violationsOfLooks } from '../support/accessibility.ts'
import { soon, tile } from '../support/screen.ts'
import { expect, test } from '../support/screens.ts'

// Each test uses its own page, so the tests can run in parallel.
test.describe.configure({ mode: 'parallel' })

test('on common screens, five lines of an order are visible together with everything else', async ({
  host,
}) => {
  for (const language of ['en', 'fr'] as const)
    for (const [width, height] of [
      [1024, 768],
      [1366, 768],
      [1280, 800],
    ] as const) {
      await host.show(snapshots['ready-order-busy'], { language, width, height })
      const whole = () =>
        host.page.evaluate(() => {
          const list = document.querySelector('ul:has([aria-label*="Cappuccino"])')
          const frame = list?.parentElement?.getBoundingClientRect()
          if (list == null || frame === undefined) return 0
          const boxes = [...list.children].map((line) => line.getBoundingClientRect())
          const short = Math.min(...boxes.map((box) => box.height))
          return Math.floor(frame.height / short)
        })
      await expect.poll(whole, { message: `${language}, ${width} x ${height}` }).toBeGreaterThanOrEqual(5)
      await expect(host.page.getByRole('button', { name: '0', exact: true })).toBeInViewport({ ratio: 1 })
      await expect(host.page.getByText('Total', { exact: true })).toBeInViewport({ ratio: 1 })
      expect(await overflow(host.page)).toEqual(fits)
    }
})

const item = (n: number, changes: Partial<CatalogueItem> = {}): CatalogueItem => ({
  id: `item_${n}`,
  name: `Item number ${n} of the harbour`,
  price: 100 + n,
  category: ['Coffee', 'Bakery', 'To take home'][n % 3] ?? '',
  colour: (['plain', 'green', 'blue', 'orange', 'pink'] as const)[n % 5] ?? 'plain',
  picture: false,
  quick: n < 24,
  barcode: '',
  tax_rate_ids: [],
  modifiers: [],
  groups: [],
  minimum_age: null,
  active: true,
  ...changes,
})

test('at the window’s initial size, a notice leaves the keypad whole, and the restore button covers no item', async ({
  host,
}) => {
  const { page } = host
  await host.show(snapshots.ready)
  const items = Array.from({ length: 9 }, (_, n) => item(n))
  await answerWith(page, { replies: { 'catalogue.read': JSON.stringify({ items, tax_rates: [] }) } })
  const selling = { ...snapshots['ready-order'].selling, revision: 1 }
  await host.change({ ...snapshots['ready-tabs'], selling }, { language: 'es', width: 1180, height: 860 })
  const last = page.getByRole('button', { name: 'Item number 8 of the harbour' })
  await expect(last).toBeVisible(soon)
  await expect(page.getByRole('button', { name: '0', exact: true })).toBeInViewport({ ratio: 1 })
  await page
    .getByRole('button', { name: /^Quitar / })
    .first()
    .click()
  const offer = await page.getByRole('alert').filter({ hasText: 'Devolver al pedido' }).boundingBox()
  const lowest = await last.boundingBox()
  const keypad = await page.getByRole('group', { name: 'Teclado' }).boundingBox()
  if (offer === null || lowest === null || keypad === null) throw new Error('not drawn')
  expect(offer.y).toBeGreaterThanOrEqual(lowest.y + lowest.height)
  expect(offer.x + offer.width).toBeLessThan(keypad.x)
})

test('with more items than fit, the restore button covers no item and no other button', async ({ host }) => {
  const { page } = host
  await host.show(snapshots.ready)
  const items = Array.from({ length: 120 }, (_, n) => item(n, { quick: false }))
  await answerWith(page, { replies: { 'catalogue.read': JSON.stringify({ items, tax_rates: [] }) } })
  const selling = { ...snapshots['ready-order'].selling, revision: 1 }
  for (const [language, width, height] of [
    ['en', 1280, 800],
    ['fr', 1024, 768],
    ['es', 1000, 700],
  ] as const) {
    await host.change({ ...snapshots['ready-tabs'], selling }, { language, width, height })
    await expect(page.getByRole('button', { name: 'Item number 8 of the harbour' })).toBeVisible(soon)
    await page
      .getByRole('button', { name: { en: /^Remove /, fr: /^Retirer /, es: /^Quitar / }[language] })
      .first()
      .click()
    const offer = page.getByRole('alert')
    await expect(offer).toBeVisible()
    await expect(offer.getByRole('button')).toBeInViewport({ ratio: 1 })
    const covered = await offer.evaluate((notice) => {
      const toast = notice.parentElement?.getBoundingClientRect()
      if (toast === undefined) return ['no toast']
      const names: string[] = []
      for (let x = toast.left + 1; x < toast.right; x += 8)
        for (let y = toast.top + 1; y < toast.bottom; y += 8)
          for (const element of document.elementsFromPoint(x, y)) {
            const pressed = element.closest('button, input, a')
            if (pressed !== null && !notice.contains(pressed)) names.push(pressed.textContent ?? '')
          }
      return [...new Set(names)]
    })
    expect(covered, `${language}, ${width} x ${height}`).toEqual([])
  }
})

test('the counter with items fits every screen, and a double click adds one item', async ({ host }) => {
  test.setTimeout(480_000)
  const { page } = host
  await host.show(snapshots.ready)
  const items = Array.from({ length: 5_000 }, (_, n) => item(n))
  await answerWith(page, { replies: { 'catalogue.read': JSON.stringify({ items, tax_rates: [] }) } })
  const selling = { ...snapshots['ready-order'].selling, revision: 1 }
  const filled = { ...snapshots['ready-order'], selling }
  await host.change(filled)
  await expect(tile(page, 'Item number 5 of the harbour')).toBeVisible(soon)
  expect(await violations(page)).toEqual([])
  for (const [language, width, height, scheme] of [
    ['en', 1280, 800, 'dark'],
    ['en', 1024, 768, 'light'],
    ['es', 360, 740, 'light'],
    ['fr', 390, 844, 'dark'],
  ] as const) {
    await host.change(filled, { language, width, height, scheme })
    expect(await violationsOfLooks(page), `${language}, ${width} px`).toEqual([])
    expect(await overflow(page), `${language}, ${width} px`).toEqual(fits)
  }
  await host.change(filled)
  // Two clicks in one frame count as one; the third comes later.
  await tile(page, 'Item number 7 of').evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await tile(page, 'Item number 8 of').click()
  const added = (await askedOfMain(page)).filter(({ name }) => name === 'order.change')
  expect(added.map(({ payload }) => payload)).toMatchObject([
    { request: { kind: 'add_item', item_id: 'item_7' } },
    { request: { kind: 'add_item', item_id: 'item_8' } },
  ])
  expect(host.complaints()).toEqual([])
})

test('a counter without items to sell says so once the items are read, not before', async ({ host }) => {
  const { page } = host
  const empty = page.getByText('No items to sell yet. A manager adds them under Items.')
  await host.show(snapshots['ready-order'])
  await expect(page.getByLabel('Search name or barcode')).toBeVisible()
  await expect(empty).toHaveCount(0)
  const items = [item(1, { active: false })]
  await answerWith(page, { replies: { 'catalogue.read': JSON.stringify({ items, tax_rates: [] }) } })
  const selling = { ...snapshots['ready-order'].selling, revision: 2 }
  await host.change({ ...snapshots['ready-order'], selling })
  await expect(empty).toBeVisible()
})

test('the answers to a question that is higher than the window stay visible while it scrolls', async ({
  host,
}) => {
  const { page } = host
  const options = Array.from({ length: 14 }, (_, n) => ({ name: `Kind ${n + 1} of it`, amount: 0 }))
  const groups = ['Bread', 'Filling', 'Side'].map((name) => ({ name, min: 0, max: 2, options }))
  await host.show(snapshots.ready)
  const catalogue = { items: [item(1, { name: 'Platter', groups })], tax_rates: [] }
  await answerWith(page, { replies: { 'catalogue.read': JSON.stringify(catalogue) } })
  const order = { ...snapshots['ready-order'], selling: { ...snapshots['ready-order'].selling, revision: 1 } }
  await host.change(order)
  await tile(page, 'Platter').click()
  const dialog = page.getByRole('dialog')
  for (const { width, height } of [
    { width: 1280, height: 800 },
    { width: 600, height: 844 },
  ]) {
    const where = `${width} pixels`
    await host.change(order, { width, height })
    await dialog.evaluate((one) => one.scrollTo(0, 0))
    expect(await dialog.evaluate((one) => one.scrollHeight > one.clientHeight), where).toBe(true)
    for (const name of ['Add', 'Back'])
      await expect(dialog.getByRole('button', { name, exact: true }), where).toBeInViewport({ ratio: 1 })
    // What gets the focus is not behind the answers.
    const last = dialog.getByRole('button', { name: 'Kind 14 of it' }).last()
    const isSeen = await last.evaluate((one) => {
      one.blur()
      one.focus()
      const { left, top, width: wide, height: high } = one.getBoundingClientRect()
      return one.contains(document.elementFromPoint(left + wide / 2, top + high / 2))
    })
    expect(isSeen, where).toBe(true)
  }
})

test('an item asks for the age once and for its options, and is added when all are answered', async ({
  host,
}) => {
  const { page } = host
  const option = (name: string, amount: number) => ({ name, amount })
  const size = { name: 'Size', min: 1, max: 1, options: [option('Small', 0), option('Large', 150)] }
  const extras = {
    name: 'Extras',
    min: 0,
    max: 2,
    options: [option('Lemon', 0), option('Ice', 0), option('Cinnamon stick', 60)],
  }
  const items = [
    item(1, { name: 'Cider', groups: [size, extras], minimum_age: 18 }),
    item(2, { name: 'Flat white', groups: [size] }),
    item(3, { name: 'Bun' }),
  ]
  await host.show(snapshots.ready)
  await answerWith(page, { replies: { 'catalogue.read': JSON.stringify({ items, tax_rates: [] }) } })
  await host.change({
    ...snapshots['ready-order'],
    selling: { ...snapshots['ready-order'].selling, revision: 1 },
  })
  const dialog = page.getByRole('dialog')
  const added = async () =>
    (await askedOfMain(page)).flatMap(({ name, payload }) =>
      name === 'order.change' ? [(payload as { readonly request: unknown }).request] : [],
    )

  await tile(page, 'Cider').click()
  await expect(dialog).toContainText('Born on or before November 21, 2008')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Do not sell it' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await added()).toEqual([])

  await tile(page, 'Cider').click()
  await dialog.getByRole('button', { name: 'Old enough' }).click()
  await expect(dialog.getByText('Size: choose 1')).toBeVisible()
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  await expect(add).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cinnamon stick +$0.60' }).click()
  await expect(add).toBeDisabled()
  await dialog.getByRole('button', { name: 'Small' }).click()
  await dialog.getByRole('button', { name: 'Large +$1.50' }).click()
  await expect(dialog.getByRole('button', { name: 'Small' })).toHaveAttribute('aria-pressed', 'false')
  expect(await violations(page)).toEqual([])
  for (const [language, width, scheme] of [
    ['es', 360, 'dark'],
    ['fr', 1024, 'light'],
  ] as const) {
    const selling = { ...snapshots['ready-order'].selling, revision: 1 }
    await host.change({ ...snapshots['ready-order'], selling }, { language, width, scheme })
    expect(await violationsOfLooks(page), `${language}, ${width} px`).toEqual([])
    expect((await overflow(page)).page, `${language}, ${width} px`).toBe(false)
  }
  await host.change({
    ...snapshots['ready-order'],
    selling: { ...snapshots['ready-order'].selling, revision: 1 },
  })
  await add.click()
  await expect(dialog).toHaveCount(0)
  // Leaving the question by keyboard returns the focus to the item. Use another item than the next press, which would
  // count as the second click of a double click.
  await tile(page, 'Cider').press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tile(page, 'Cider')).toBeFocused()
  // One question with one answer takes two presses, and no question takes one.
  await tile(page, 'Flat white').click()
  await dialog.getByRole('button', { name: 'Small' }).click()
  await expect(dialog).toHaveCount(0)
  await tile(page, 'Bun').click()
  expect(await added()).toEqual([
    {
      kind: 'add_item',
      item_id: 'item_1',
      quantity: 1_000,
      unit_amount: null,
      names: ['Cinnamon stick', 'Large'],
      of_age: true,
    },
    { kind: 'add_item', item_id: 'item_2', quantity: 1_000, unit_amount: null, names: ['Small'] },
    { kind: 'add_item', item_id: 'item_3', quantity: 1_000, unit_amount: null },
  ])
  expect(host.complaints()).toEqual([])
})

test('the shop’s rules wait for the catalogue and are saved one by one, and refused taxes change nothing', async ({
  host,
}) => {
  const { page } = host
  const manager = managerIn()
  const read = (revision: number) =>
    host.change({ ...manager, selling: { ...manager.selling, catalogue: 'ready', revision } })
  const tax = { id: 'tax_1', name: 'City tax', rate: 8_875, inclusive: false }
  await host.showScene({
    snapshot: manager,
    place: 'Payments',
    answers: { replies: { 'payments.search': pageOf() }, refusals: { 'catalogue.read': 'never' } },
  })
  await read(1)
  await page.getByRole('button', { name: 'Items', exact: true }).click()
  await page.getByRole('button', { name: 'Taxes and discounts' }).click()
  await expect(page.getByRole('heading', { name: 'Taxes and discounts' })).toBeVisible(soon)
  // Saved before they are loaded, the shop's taxes would be deleted.
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await forgetAnswers(page)
  await answerWith(page, {
    replies: {
      'catalogue.read': JSON.stringify({
        items: [item(1, { name: 'Espresso', tax_rate_ids: ['tax_1'] })],
        tax_rates: [tax],
      }),
      'catalogue.save_tax_rates': { kind: 'tax_rates_above_whole', item_id: 'item_1' },
    },
  })
  await read(2)
  await expect(page.getByLabel('Name')).toHaveValue('City tax')
  await page.getByLabel('Percent', { exact: true }).fill('88.75')
  await page.getByLabel('A cashier may give up to (percent)').fill('15')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('The taxes of Espresso would add up to more than 100%')
  const saved = async () =>
    (await askedOfMain(page)).flatMap(({ name, payload }) =>
      name === 'catalogue.save_tax_rates' || name === 'settings.discounts' ? [payload] : [],
    )
  const taxes = { tax_rates: [{ ...tax, rate: 88_750 }] }
  expect(await saved()).toEqual([taxes])
  await forgetAnswers(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(saved).toEqual([taxes, taxes, { discount_limit: 15, discount_reasons: false }])
})

test('after a picture is removed, its file name is no longer shown', async ({ host }) => {
  const { page } = host
  const snapshot = managerIn()
  await host.showScene({
    snapshot: { ...snapshot, selling: { ...snapshot.selling, catalogue: 'ready' } },
    place: 'Payments',
    answers: {
      replies: {
        'payments.search': pageOf(),
        'catalogue.read': JSON.stringify({ items: [], tax_rates: [] }),
      },
    },
  })
  await page.getByRole('button', { name: 'Items', exact: true }).click()
  await page.getByRole('button', { name: /^Add/ }).first().click()
  await page.locator('input[type=file]').setInputFiles(fromRoot('resources', 'icon.png'))
  await page.getByRole('button', { name: 'Remove the picture' }).click()
  await expect(page.getByText('No file chosen')).toBeVisible()
  await expect(page.getByText('icon.png')).toHaveCount(0)
})

test('an order’s amounts are in one column, and its names in another', async ({ host }) => {
  const { page } = host
  await host.show(snapshots['ready-order'])
  await page.waitForLoadState('networkidle')
  for (const [language, width] of [
    ['en', 1280],
    ['fr', 1280],
    ['es', 1024],
  ] as const) {
    await host.change(snapshots['ready-order'], { language, width })
    const edges = await page.locator('section:has(li)').evaluate((order) => {
      const lines = [...order.querySelectorAll('li > button:first-child')]
      const left = lines.map((line) => line.children[1]?.getBoundingClientRect().left ?? 0)
      const amounts = [
        ...lines.map((line) => line.lastElementChild),
        order.querySelector('div > span + span'),
      ]
      const right = amounts.map((amount) => amount?.getBoundingClientRect().right ?? 0)
      const spread = (all: readonly number[]) => Math.round(Math.max(...all) - Math.min(...all))
      return { lines: lines.length, names: spread(left), amounts: spread(right) }
    })
    expect(edges, `${language}, ${width} px`).toEqual({ lines: 2, names: 0, amounts: 0 })
  }
})

test('an order stays on the screen in newer browsers, whose scrolling answers with a promise', async ({
  host,
}) => {
  const { page } = host
  const order = snapshots['ready-order']
  await host.show(order)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    Element.prototype.scrollIntoView = () => Promise.resolve()
  })
  const { selling } = order
  const { draft } = selling.book
  for (const count of [1, 2, 0]) {
    const book = { ...selling.book, draft: { ...draft, lines: draft.lines.slice(0, count) } }
    await host.change({ ...order, selling: { ...selling, book } })
    await expect(page.locator('section li')).toHaveCount(count)
  }
  expect(host.complaints()).toEqual([])
})
