import { setTimeout as wait } from 'node:timers/promises'
import { heldMs } from '../support/type-by-hand.ts'
import type { TestApp } from './support/app.ts'
import { books } from './support/books.ts'
import { expect, hsn } from './support/counter.ts'
import { soon } from './support/screen.ts'
import { noTips, test } from './support/trouble.ts'

/** A card with $50.00, which pays up to that amount. */
const prepaid = '6006490000000053'

/** The cashier's page, reached through main, since Playwright's connection to a page ends with the page's process. */
function pageOf({ electron }: TestApp) {
  const ask = (code: string): Promise<unknown> =>
    electron.evaluate(
      ({ BrowserWindow }, text) =>
        BrowserWindow.getAllWindows()
          .find(({ webContents }) => webContents.getURL().startsWith('app://pos/'))
          ?.webContents.executeJavaScript(text, true),
      code,
    )
  const shows = (selector: string, name: string) =>
    expect
      .poll(
        () =>
          ask(
            `[...document.querySelectorAll('${selector}')].map(({ textContent }) => textContent).join('|')`,
          ),
        soon,
      )
      .toContain(name)
  return {
    reaches: (heading: string) => shows('h1', heading),
    contains: (text: string) => shows('main', text),
    async press(name: string) {
      const button = `[...document.querySelectorAll('button')].find((one) => !one.disabled && (one.ariaLabel ?? one.textContent).startsWith(${JSON.stringify(name)}))`
      // Found and pressed in one step, since the screen may be redrawn in between.
      const found = `(() => { const button = ${button}; button?.click(); return Boolean(button) })()`
      await expect.poll(() => ask(found), soon).toBe(true)
    },
    async type(digits: string) {
      await electron.evaluate(({ BrowserWindow }, keys) => {
        const page = BrowserWindow.getAllWindows().find(({ webContents }) =>
          webContents.getURL().startsWith('app://pos/'),
        )?.webContents
        for (const keyCode of keys)
          for (const type of ['keyDown', 'char', 'keyUp'] as const) page?.sendInputEvent({ type, keyCode })
      }, digits.split(' '))
      // Unlike a finger, a call of click() does not hand over the keys that are still held.
      await wait(heldMs)
    },
    fill: (label: string, text: string) =>
      expect
        .poll(
          () =>
            ask(`(() => {
              const field = document.querySelector('[role=dialog] input[type=text], [role=dialog] input:not([type])')
              if (!field) return false
              Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(text)})
              field.dispatchEvent(new Event('input', { bubbles: true }))
              return true
            })()`),
          { ...soon, message: label },
        )
        .toBe(true),
    /** Crashes the page's process, and waits until the page was reloaded. */
    crash: () =>
      electron.evaluate(({ BrowserWindow }) => {
        const page = BrowserWindow.getAllWindows().find(({ webContents }) =>
          webContents.getURL().startsWith('app://pos/'),
        )?.webContents
        return new Promise<void>((resolve) => {
          page?.once('did-finish-load', () => resolve())
          page?.forcefullyCrashRenderer()
        })
      }),
  }
}

test('a window whose process crashes is reloaded, and the sale continues with the right texts and amounts', async ({
  service,
  line,
  launch,
}) => {
  test.setTimeout(480_000)
  await service.plugTerminal({ hsn, card: '4111111111111111' })
  const settings = { ...noTips, tabs: true, ask_above: null }
  const app = await launch({ service: line.service, settings })
  const page = pageOf(app)
  const sell = async (digits: string) => {
    await page.type([...digits].join(' '))
    await page.press('Charge $')
  }

  await test.step('checking', async () => {
    line.cut((request) => {
      if (request === 'POST /terminals/processor/auth_card') return 'lost'
      return request.startsWith('GET /payment_intents/') ? 'never_arrives' : 'answered'
    })
    await sell('1000')
    await page.reaches('Checking')
    await page.crash()
    await page.reaches('Checking')
    await page.contains('$10.00')
    line.cut(() => 'answered')
    await page.reaches('Approved')
    await page.press('New sale')
  })

  await test.step('deciding, and part paid', async () => {
    await service.changeTerminal(hsn, { card: prepaid })
    await sell('6000')
    await page.reaches('Only part was approved')
    await page.crash()
    await page.reaches('Only part was approved')
    await page.press('Keep $50.00')
    await page.contains('$50.00 of $60.00 paid, $10.00 to pay')
    await page.crash()
    await page.reaches('Part paid')
    await page.contains('$50.00 of $60.00 paid, $10.00 to pay')
    await service.changeTerminal(hsn, { card: '4242424242424242' })
    await page.press('Charge $10.00')
    await page.reaches('Paid')
    await page.press('New sale')
  })

  await test.step('signing', async () => {
    await service.changeTerminal(hsn, { script: 'no_signature', card: '4111111111111111' })
    await sell('2000')
    await page.reaches('Please sign')
    await page.crash()
    await page.reaches('Please sign')
    await page.press('Skip signature')
    await page.reaches('Approved')
    await page.press('New sale')
    await service.changeTerminal(hsn, { script: 'approve' })
  })

  await test.step('capturing', async () => {
    await page.type('5 0 0 0 F11')
    await page.fill('Name', 'Maria')
    await page.press('Hold $50.00')
    await page.reaches('The tab is open')
    await page.press('New sale')
    await page.type('1 2 5 0')
    // The dialog takes the amount that is shown.
    await page.contains('$12.50')
    await page.press('Tab')
    await page.press('Add $12.50 to Maria')
    line.cut((request) => (request.endsWith('/capture') ? 'late' : 'answered'))
    await page.press('Charge $12.50')
    await page.reaches('Charging the tab')
    await page.crash()
    await page.reaches('Charging the tab')
    line.cut(() => 'answered')
    line.letThrough()
    await page.reaches('Approved')
    await page.press('New sale')
  })

  expect(await books(service)).toEqual({
    intents: Array.from({ length: 5 }, () => 'captured'),
    payments: ['1000', '1000', '1250', '2000', '5000'].map((cents) => `captured ${cents}`),
    bank: 10_250,
  })
})
