import type { Locator } from '@playwright/test'
import { auditScenes } from '../../pictures/audit-scenes.ts'
import { installerScenes } from '../../pictures/installer-scenes.ts'
import { histories, manyRows, page as pageOf } from '../../pictures/manager-data.ts'
import { peopleScenes } from '../../pictures/people-scenes.ts'
import { reportScenes } from '../../pictures/report-scenes.ts'
import { pictureTime, snapshots } from '../../pictures/snapshots.ts'
import { managerIn, type Scene, staffScenes } from '../../pictures/staff-scenes.ts'
import { stretched } from '../../pictures/stretched.ts'
import { answerWith, askedOfMain, pushSnapshot } from '../../pictures/support/fake-bridge.ts'
import type { ScreenHost } from '../../pictures/support/screen-host.ts'
import { fits, overflow, violations, violationsOfLooks } from '../support/accessibility.ts'
import { expect, test } from '../support/screens.ts'

const scenes: Readonly<Record<string, Scene>> = {
  ...staffScenes,
  ...reportScenes,
  ...auditScenes,
  ...peopleScenes,
  ...installerScenes,
}

// Each test uses its own pages, so the tests can run in parallel.
test.describe.configure({ mode: 'parallel' })

/** The scenes alternate between two languages: both are longer than English, and have the same layout. */
const languages = ['es', 'fr'] as const

const asked = async (host: ScreenHost, name: string) =>
  (await askedOfMain(host.page)).filter((command) => command.name === name).map(({ payload }) => payload)

/** Number of pages per test, each in every variant. */
const scenesATest = 10
const sceneNames = Object.keys(scenes)

for (let first = 0; first < sceneNames.length; first += scenesATest) {
  const some = sceneNames.slice(first, first + scenesATest)
  test(`the pages from ${some[0]} to ${some.at(-1)} have no WCAG violation, and nothing is cut off`, async ({
    host,
  }) => {
    test.setTimeout(480_000)
    for (const [index, name] of some.entries()) {
      await test.step(name, async () => {
        const scene = scenes[name]
        if (scene === undefined) throw new Error(`there is no scene ${name}`)
        // Without opening a new page, which takes as long as all checks of a scene.
        await host.turnToScene(scene)
        expect(await violations(host.page)).toEqual([])
        expect(await overflow(host.page)).toEqual(fits)
        // The narrowest screen, with the longest texts and amounts, in the other colour scheme: what fits here fits
        // everywhere.
        const language = languages[index % languages.length] ?? 'es'
        await host.change(stretched(scene.snapshot), { scheme: 'dark', language, width: 360, height: 768 })
        expect(await violationsOfLooks(host.page), language).toEqual([])
        expect(await overflow(host.page), language).toEqual(fits)
        expect(host.complaints()).toEqual([])
      })
    }
  })
}

test('a lock that was just extended to five minutes shows 5:00, and not 5:01', async ({ host }) => {
  const { snapshot } = staffScenes.payments
  await host.showScene(staffScenes.payments)
  const pressedAt = Date.parse(pictureTime) + 900
  await host.page.clock.setFixedTime(pressedAt)
  const closes_at = new Date(pressedAt + 300_000).toISOString()
  await host.change({ ...snapshot, staff: { ...snapshot.staff, closes_at } })
  const shown = await host.page.getByText(/^locks in/).textContent()
  await host.page.clock.setFixedTime(pictureTime)
  expect(shown).toBe('locks in 5:00')
})

test('the accessibility check finds text that is much too faint, and text that is slightly too faint', async ({
  host,
}) => {
  await host.show(snapshots.ready)
  // Contrast on white: 1.36, 4.48 and 6.9 to 1.
  for (const color of ['#ddd', '#777', '#5a5a5a']) {
    await host.page.evaluate((faint) => {
      const text = document.querySelector<HTMLElement>('[data-faint]') ?? document.createElement('p')
      text.dataset.faint = ''
      text.textContent = 'Faint'
      text.style.cssText = `color: ${faint}; background: #fff; font-size: 16px`
      document.querySelector('main')?.append(text)
    }, color)
    expect(await violationsOfLooks(host.page), color).toEqual([expect.stringContaining('color-contrast')])
  }
})

test('on the smallest screen, the typed digits are visible above the keypad', async ({ host }) => {
  for (const height of [740, 844]) {
    await host.showScene(staffScenes.pin, { width: 360, height })
    await expect(host.page.locator('[class*=dots]')).toBeInViewport({ ratio: 1 })
    await host.showScene(staffScenes['refund-part'], { width: 360, height })
    await expect(host.page.getByText('$5.00', { exact: true })).toBeInViewport({ ratio: 1 })
  }
})

test('keys are at least 56 px high, also on a small screen', async ({ host }) => {
  await host.showScene(staffScenes.pin, { width: 360, height: 740 })
  for (const key of await host.page.getByRole('group', { name: 'PIN keypad' }).getByRole('button').all()) {
    expect((await key.boundingBox())?.height).toBeGreaterThanOrEqual(56)
  }
})

test('a PIN can be typed on the keyboard, and Escape leads back to the counter', async ({ host }) => {
  await host.showScene(staffScenes.pin)
  await host.page.keyboard.press('4')
  await host.page.keyboard.press('Enter')
  expect(await asked(host, 'staff.enter')).toEqual([{ role: 'manager', pin: '1234' }])
  await host.page.keyboard.press('Escape')
  await expect(host.page.locator('main[data-sale-state=ready]')).toBeVisible()
})

test('a person who left stays inactive when saved, and is reactivated only by the button for it', async ({
  host,
}) => {
  const { page } = host
  for (const [button, active] of [
    ['Save', false],
    ['Reactivate', true],
  ] as const) {
    await host.showScene(peopleScenes.people)
    await page.getByRole('button', { name: 'Max Cashier · deactivated' }).click()
    await page.getByLabel('Name').fill('Max Frisch')
    await page.getByLabel('Your own PIN, to confirm').fill('902817')
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect
      .poll(() => asked(host, 'staff.save_person'))
      .toMatchObject([{ id: 'person_4', name: 'Max Frisch', active }])
  }
})

test('payments are listed and searched by day and time in the shop’s time zone', async ({ host }) => {
  const { page } = host
  const scene = staffScenes.payments
  const settings = { ...scene.snapshot.settings, time_zone: 'Pacific/Pago_Pago' }
  await host.showScene({ ...scene, snapshot: { ...scene.snapshot, settings } })
  // 10:30 am on November 21 in UTC, eleven hours ahead.
  const yesterday = page.locator('section', { has: page.getByRole('heading', { name: 'Yesterday' }) })
  await expect(yesterday.getByRole('button', { name: /^11:30\sPM/ })).toBeVisible()
  for (const search of (await asked(host, 'payments.search')) as readonly { created_from: string }[]) {
    expect(search.created_from).toMatch(/T11:00:00.000Z$/)
  }
})

test('a page behind a PIN opens when main reports its role as open, and closes with the role', async ({
  host,
}) => {
  await host.showScene(staffScenes.pin)
  await answerWith(host.page, { replies: { 'payments.search': pageOf() } })
  await pushSnapshot(host.page, { ...managerIn(), revision: 2 })
  await expect(host.page.getByRole('button', { name: /\$14\.81/ })).toBeVisible()
  await pushSnapshot(host.page, { ...snapshots.ready, revision: 3 })
  await expect(host.page.locator('main[data-sale-state=ready]')).toBeVisible()
  await expect(host.page.getByRole('alert')).toContainText('Payments locked automatically')
  await expect(host.page.getByRole('alert')).toContainText('What was not confirmed was not done.')
})

test('the Payments button stays marked on the pages reached from there', async ({ host }) => {
  await host.showScene(reportScenes['day-open'])
  const way = (name: string) => host.page.getByRole('banner').getByRole('button', { name })
  await expect(way('Payments')).toHaveAttribute('aria-current', 'true')
  await expect(way('Terminals')).toHaveAttribute('aria-current', 'false')
})

test('the pages behind a PIN cannot be opened during a sale', async ({ host }) => {
  await host.show(snapshots.authorizing)
  await expect(host.page.getByRole('button', { name: 'Payments' })).toBeDisabled()
  await expect(host.page.getByRole('button', { name: 'Terminals' })).toBeDisabled()
  await host.page.keyboard.press('F6')
  await expect(host.page.locator('main[data-sale-state=authorizing]')).toBeVisible()
})

test('a payment is found and opened, and a part of it is refunded after a confirmation', async ({ host }) => {
  const { page } = host
  await host.showScene(staffScenes['refund-part'])
  await page.keyboard.press('Enter')
  expect(await asked(host, 'payments.act')).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Refund $5.00' }).click()
  await expect
    .poll(() => asked(host, 'payments.act'))
    .toEqual([
      {
        kind: 'refund',
        intent_id: 'pi_01jd7k3v9a2b3c4d5e6f7g8h9j',
        payment_id: 'pmt_01jd7k3vxyz',
        amount: 500,
      },
    ])
})

test('a refund above the payment’s amount stays as typed, and cannot be confirmed', async ({ host }) => {
  const { page } = host
  await host.showScene(staffScenes['refund-too-much'])
  await expect(page.getByRole('button', { name: 'Refund $99.99' })).toBeDisabled()
  await expect(page.getByText(/No more than \$\d+\.\d\d is left to refund/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('button', { name: 'Refund $0.99' })).toBeEnabled()
})

test('with people, a large refund asks for a person’s PIN instead of offering to choose one', async ({
  host,
}) => {
  const { page } = host
  const scene: Scene = staffScenes['refund-confirm']
  const { snapshot } = scene
  const staff = { ...peopleScenes.people.snapshot.staff, pins: { manager: false, installer: false } }
  await host.showScene({
    ...scene,
    snapshot: { ...snapshot, staff },
    answers: { ...scene.answers, refusals: { 'payments.act': 'pin_needed' } },
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Refund $5.00' }).click()
  await expect(page.getByText('For this much money the PIN is typed once more.')).toBeVisible()
  await page.keyboard.type('290417')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await asked(host, 'payments.act')).at(-1))
    .toMatchObject({ kind: 'refund', pin: '290417' })
})

test('data that arrive late move neither the payments nor the button about to be pressed', async ({
  host,
}) => {
  const { page } = host
  const topOf = async (place: Locator) => (await place.boundingBox())?.y
  const today = reportScenes['payments-today']
  const first = page.locator('[data-intent]').first()
  await host.showScene({
    ...today,
    answers: { ...today.answers, refusals: { 'reports.today': 'never' } },
    steps: () => first.waitFor(),
  })
  const before = await topOf(first)
  await host.showScene(today)
  expect(await topOf(first)).toBe(before)

  await host.showScene(staffScenes['payment-paid'])
  const refund = page.getByRole('button', { name: /^Refund/ })
  const alone = await topOf(refund)
  await host.showScene(staffScenes['payment-of-receipt'])
  await expect(page.getByRole('button', { name: /^Return by item/ })).toBeVisible()
  expect(await topOf(refund)).toBe(alone)
})

test('a search is sent once typing pauses, and again when a day is chosen', async ({ host }) => {
  const { page } = host
  await host.showScene(staffScenes.payments)
  await page.keyboard.press('F3')
  await page.keyboard.type('INV-7', { delay: 20 })
  await page.clock.runFor(400)
  await expect
    .poll(async () => (await asked(host, 'payments.search')).at(-1))
    .toMatchObject({ reference: 'INV-7' })
  await page.getByRole('radio', { name: 'Any day' }).check({ force: true })
  await expect
    .poll(async () => (await asked(host, 'payments.search')).at(-1))
    .toEqual({ reference: 'INV-7', page: 1 })
})

test('the arrow keys move between lines, Enter opens one, and Escape comes back', async ({ host }) => {
  const { page } = host
  await host.showScene(staffScenes['payments-pages'])
  const lines = page.locator('[data-intent]')
  // Later lines are loaded on the way.
  await expect(lines.nth(15)).toBeAttached()
  await lines.first().focus()
  for (let at = 1; at < 30; at += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => asked(host, 'payments.open')).toEqual([{ intent_id: 'pi_many_28' }])
  await page.keyboard.press('Escape')
  // Back on the line that was opened, and on from there.
  await expect(page.locator('[data-intent=pi_many_28]')).toBeFocused()
  await expect(page.locator('[data-intent=pi_many_28]')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[data-intent=pi_many_29]')).toBeFocused()
})

test('from the page itself and from the search field, the arrow key leads to the first line', async ({
  host,
}) => {
  const { page } = host
  await host.showScene(staffScenes['payments-pages'])
  const first = page.locator('[data-intent]').first()
  await expect(first).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(first).toBeFocused()
  await page.keyboard.press('F3')
  await page.keyboard.press('ArrowDown')
  await expect(first).toBeFocused()
  // Days are chosen with the same keys.
  const today = page.getByRole('radio', { name: 'Today' })
  await today.focus()
  await page.keyboard.press('ArrowDown')
  await expect(first).not.toBeFocused()
})

test('the note field has the focus as soon as its button is pressed', async ({ host }) => {
  const { page } = host
  await host.showScene(staffScenes['payment-notes'] as Scene)
  await page.getByRole('button', { name: 'Add a note' }).click()
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
})

test('the focused line stays focused while the list is scrolled', async ({ host }) => {
  const { page } = host
  const answers = { replies: { 'payments.search': pageOf(manyRows(120)) } }
  await host.showScene({ ...staffScenes.payments, answers })
  const lines = page.locator('[data-intent]')
  await expect(lines.nth(15)).toBeAttached()
  await lines.first().focus()
  await lines.last().hover()
  await page.mouse.wheel(0, 20_000)
  await expect(page.locator('[data-intent=pi_many_119]')).toBeVisible()
  await expect(page.locator('[data-intent=pi_many_20]')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[data-intent=pi_many_1]')).toBeFocused()
  await expect(page.locator('[data-intent=pi_many_1]')).toBeInViewport()
})

test('saving an incomplete printer moves the focus to the first missing field', async ({ host }) => {
  const { page } = host
  await host.showScene(installerScenes['printer-form'] as Scene)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('')
  await save.click()
  await expect(name).toBeFocused()
  await expect(name).toBeInViewport({ ratio: 1 })
  await name.fill('Front counter')
  await page.getByRole('textbox', { name: 'Address' }).fill('')
  await save.click()
  await expect(page.getByText('An address such as 192.168.1.50, or a name.')).toBeInViewport()
})

test('in French, the free disk space has a decimal comma', async ({ host }) => {
  await host.showScene(installerScenes['health-well'] as Scene, { language: 'fr' })
  await expect(host.page.getByText('61,2 Go sont libres.')).toBeVisible()
})

test('the button for choosing a file is in the counter’s language, not the browser’s', async ({ host }) => {
  const scene: Scene = installerScenes['computer-profile']
  await host.showScene(scene)
  await expect(host.page.getByText('shop.json', { exact: true })).toBeInViewport({ ratio: 1 })
  await host.change(scene.snapshot, { language: 'fr' })
  await expect(host.page.getByText('Choisir un fichier')).toBeVisible()
  await host.page.locator('input[type=file]').dispatchEvent('click')
  await expect(host.page.getByText('Aucun fichier choisi')).toBeVisible()
})

test('on a tablet in French, today’s amounts do not overlap', async ({ host }) => {
  const scene: Scene = reportScenes['payments-today']
  await host.showScene(scene)
  // High enough not to scroll: without a scroll bar, five amounts seem to fit side by side, but their digits do not.
  await host.change(scene.snapshot, { language: 'fr', width: 1024, height: 1600 })
  expect(await overflow(host.page)).toEqual(fits)
})

test('a long cashier name does not widen the page on the narrowest screen', async ({ host }) => {
  const { page } = host
  const scene: Scene = staffScenes['payment-paid']
  const user_fields = { cashier: 'Marie-Ève Desrochers-Tremblay de la Dura' }
  const history = { ...histories.paid, intent: { ...histories.paid.intent, user_fields } }
  const replies = { ...scene.answers?.replies, 'payments.open': history }
  await host.showScene({ ...scene, answers: { replies } }, { width: 360, height: 768 })
  const name = page.getByText(user_fields.cashier)
  await name.scrollIntoViewIfNeeded()
  await expect(name).toBeInViewport({ ratio: 1 })
})

test('a service whose key is needed is not shown as having failed to list its terminals', async ({
  host,
}) => {
  const { page } = host
  const scene: Scene = installerScenes['terminals-failed']
  await host.showScene({ ...scene, snapshot: { ...scene.snapshot, service: { kind: 'key_needed' } } })
  await expect(page.getByRole('button', { name: 'Pair a terminal' })).toBeVisible()
  await expect(page.getByText('The terminals could not be looked up')).toHaveCount(0)
})

test('Escape closes the sign-in page while a person is signed in', async ({ host }) => {
  const { page } = host
  await host.showScene(peopleScenes['sign-in'])
  await page.keyboard.press('Escape')
  await expect(page.locator('main[data-place=sign_in]')).toHaveCount(0)
  await expect(page.locator('main[data-sale-state=ready]')).toBeVisible()
})
