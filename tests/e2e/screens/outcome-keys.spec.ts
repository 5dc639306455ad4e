import { snapshots } from '../../pictures/snapshots.ts'
import { askedOfMain, pushSnapshot } from '../../pictures/support/fake-bridge.ts'
import type { ScreenHost } from '../../pictures/support/screen-host.ts'
import { expect, test } from '../support/screens.ts'

let host: ScreenHost

test.beforeEach(({ host: ofWorker }) => {
  host = ofWorker
})

const button = (name: string) => host.page.getByRole('button', { name, exact: true })
const press = (key: string) => host.page.keyboard.press(key)

test('the confirmation closes when the payment ends meanwhile', async () => {
  await host.show(snapshots.authorizing)
  await press('Escape')
  await expect(host.page.getByRole('dialog')).toBeVisible()
  await pushSnapshot(host.page, { ...snapshots.approved, revision: 2 })
  await expect(host.page.getByRole('dialog')).toBeHidden()
})

for (const [keys, question] of [
  [['Escape', 'Escape'], false],
  [['Escape', 'Enter'], true],
] as const) {
  test(`an approval that comes while the cashier cancels is not left by that key: ${keys.join(', ')}`, async () => {
    const { page } = host
    await host.show(snapshots.authorizing)
    if (question) {
      await press('Escape')
      await expect(page.getByRole('dialog')).toBeVisible()
    }
    // Within the page, at the moment when the approval is drawn.
    await page.evaluate(
      ([approved, pressed]) =>
        new Promise<void>((resolve) => {
          new MutationObserver((_changes, observer) => {
            if (document.querySelector('main[data-sale-state=approved]') === null) return
            observer.disconnect()
            for (const key of pressed)
              document.body.dispatchEvent(
                new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
              )
            resolve()
          }).observe(document.body, { subtree: true, childList: true, attributes: true })
          window.bridgeOfTests.push(JSON.parse(approved))
        }),
      [JSON.stringify({ ...snapshots.approved, revision: 2 }), keys] as const,
    )
    expect(await askedOfMain(page)).toEqual([])
    await expect(button('New sale')).toBeEnabled()
    await press('Enter')
    await expect.poll(() => askedOfMain(page)).toEqual([{ name: 'sale.finish' }])
  })
}

test('after a decline, Enter tries another card, F2 types one, and Escape gives up', async () => {
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

test('no key decides about an approval after a cancel', async () => {
  await host.show(snapshots['deciding-after-cancel'])
  for (const key of ['Enter', 'Escape', 'F2', ' ']) await press(key)
  expect(await askedOfMain(host.page)).toEqual([])
})

test('an approval whose receipt is not there yet shows no empty paper', async () => {
  const { approved } = snapshots
  if (approved.sale.kind !== 'approved') throw new Error('not approved')
  const paper = host.page.getByRole('region', { name: 'Receipt' }).locator('div')
  await host.show({ ...approved, sale: { ...approved.sale, receipt: [], signature: null } })
  await expect(button('New sale')).toBeVisible()
  await expect(paper).toHaveCount(0)
  await host.change(approved)
  await expect(paper.first()).toBeVisible()
})

test('Enter after an approval starts the next sale', async () => {
  await host.show(snapshots.approved)
  await press('Enter')
  expect(await askedOfMain(host.page)).toEqual([{ name: 'sale.finish' }])
})

test('digits after an approval begin the next sale, and all of them count', async () => {
  await host.show(snapshots.approved)
  await host.page.keyboard.type('12')
  await pushSnapshot(host.page, { ...snapshots.ready, revision: 2 })
  await expect(button('Charge $0.12')).toBeVisible()
  await host.page.keyboard.type('34')
  await expect(button('Charge $12.34')).toBeVisible()
  expect(await askedOfMain(host.page)).toEqual([{ name: 'sale.finish' }])
})

test('Enter after those digits charges them as soon as the counter is ready', async () => {
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
