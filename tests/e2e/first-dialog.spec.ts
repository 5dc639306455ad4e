import { giftCardCode, giftCardReplies, offered } from '../pictures/gift-cards.ts'
import { snapshots } from '../pictures/snapshots.ts'
import { answerWith, askedOfMain } from '../pictures/support/fake-bridge.ts'
import type { ScreenHost } from '../pictures/support/screen-host.ts'
import { expect, test } from './support/screens.ts'

// The first dialog of a run, whose code is held back until the test lets it come.

let host: ScreenHost

const button = (name: string) => host.page.getByRole('button', { name, exact: true })
const press = (key: string) => host.page.keyboard.press(key)

const dialogCode = /\/(dialogs|gift-card-dialog)-[^/]*\.js$/
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

test('what is typed is for its field, in order, and Enter too', async () => {
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

test('where it has no field, a key presses nothing of the screen behind it, and Escape closes it', async () => {
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

test('Escape closes it, and the keys are the screen’s again', async () => {
  await host.show(snapshots.ready)
  await press('F1')
  await press('Escape')
  const gone = host.page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        new MutationObserver((changes) => {
          const nodes = changes.flatMap(({ removedNodes }) => [...removedNodes])
          if (nodes.some((node) => node instanceof Element && node.querySelector('[role=dialog]') !== null))
            resolve()
        }).observe(document.body, { childList: true, subtree: true }),
      ),
  )
  release()
  await gone
  await press('7')
  await expect(button('Charge $0.07')).toBeVisible()
})

test('a gift card’s code that is scanned for it is looked up, and adds no item', async () => {
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
