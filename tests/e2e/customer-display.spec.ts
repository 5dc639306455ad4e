import type { ElectronApplication, Page } from '@playwright/test'
import fr from '../../src-renderer/i18n/display.fr.json' with { type: 'json' }
import {
  type DisplayBridge,
  type DisplaySnapshot,
  type DisplayView,
  displayChannels,
} from '../../src-shared/pos/customer-display/display-snapshot.ts'
import { fits, overflow, violations, violationsOfLooks } from './support/accessibility.ts'
import { windowAt } from './support/app.ts'
import { test as base, charge, emptyCharge, expect, hsn } from './support/counter.ts'
import { type FileShop, shopOfFile } from './support/file-shop.ts'
import { resize } from './support/resize.ts'
import { press, reaches, soon } from './support/screen.ts'

const order = {
  lines: Array.from({ length: 14 }, (_, n) => ({
    id: `line_${n}`,
    name: n % 3 === 0 ? 'Harbor Street house beans, whole, roasted this week (Large)' : `Latte ${n}`,
    quantity: n % 4 === 0 ? 0.35 : 1,
    amount: 123_456 + n,
  })),
  discount: 500,
  added_tax: 1_234,
  total: 12_345_678_901,
  returned: 0,
  due: 12_345_678_901,
}

const views: readonly DisplayView[] = [
  { kind: 'idle' },
  { kind: 'order', order },
  { kind: 'order', order: { ...order, returned: 45_000, due: order.total - 45_000 } },
  { kind: 'paying', order: null, amount: 12_345_678_901, tip: 234_567, surcharge: 0, step: 'card' },
  { kind: 'paying', order, amount: 12_345_700_000, tip: 20_000, surcharge: 1_099, step: 'sign' },
  {
    kind: 'link',
    amount: 1_500,
    url: `https://pay.example.com/checkout/cs_${'1'.repeat(26)}#${'4Vq9'.repeat(8)}`,
  },
  { kind: 'link', amount: 1_500, url: null },
  { kind: 'part_paid', total: 6_000, paid: 4_500, balance: 1_500 },
  {
    kind: 'tip',
    prompt: 'sale_1',
    amount: 1_234,
    offer: { presets: [15, 18, 20].map((percent) => ({ percent, tip: percent * 12 })), custom: true },
  },
  { kind: 'sign', prompt: 'sale_1', amount: 1_234 },
  { kind: 'wait' },
  { kind: 'held', amount: 5_000 },
  { kind: 'released' },
  { kind: 'paid', total: 12_345, tip: 222, change: 655, number: 'KT1042', receipt_url: null },
  {
    kind: 'paid',
    total: 12_345,
    tip: 222,
    change: 0,
    number: 'KT1042',
    receipt_url: `https://pay.example.com/receipts/pi_${'1'.repeat(26)}.en.${'k'.repeat(6)}.${'4f'.repeat(16)}`,
  },
  { kind: 'declined' },
  { kind: 'not_paid' },
  { kind: 'giving_back' },
  { kind: 'given_back', amount: 1_234 },
]

/** Shows a view on the real display, as main does. */
const show = (electron: ElectronApplication, snapshot: DisplaySnapshot) =>
  electron.evaluate(
    ({ BrowserWindow }, [channel, sent]) => {
      for (const window of BrowserWindow.getAllWindows()) {
        if (window.webContents.getURL().startsWith('app://display/')) window.webContents.send(channel, sent)
      }
    },
    [displayChannels.snapshot, snapshot] as const,
  )

const shows = (display: Page, kind: DisplayView['kind']) =>
  expect(display.locator(`main[data-view="${kind}"]`)).toBeVisible(soon)

const test = base.extend<{ readonly shop: FileShop; readonly display: Page }>({
  shop: shopOfFile({
    publicUrl: 'https://pay.example.com',
    settings: { customer_display: 'window', sounds: false },
  }),
  display: async ({ shop }, use) => use(await windowAt(shop.app.electron, 'app://display/')),
})

test('the customer’s display asks for tip and signature, shows the amount paid, and passes all accessibility rules', async ({
  shop: { app, service },
  display,
}) => {
  test.setTimeout(480_000)
  await service.changeTerminal(hsn, { script: 'no_screen' })
  await shows(display, 'idle')
  expect(await display.evaluate(() => Object.keys(window).filter((key) => /countertop/i.test(key)))).toEqual(
    [],
  )

  await charge(app.pos, '10000')
  await shows(display, 'tip')
  await display.getByRole('button', { name: '18% · $18.00' }).click()
  await shows(display, 'sign')
  const pad = display.getByRole('img', { name: /^Signature/ })
  const box = await pad.boundingBox()
  if (box === null) throw new Error('the pad is not shown')
  await display.mouse.move(box.x + 30, box.y + 30)
  await display.mouse.down()
  await display.mouse.move(box.x + 160, box.y + 90, { steps: 8 })
  await display.mouse.up()
  await press(display, 'Done')
  await reaches(app.pos, 'Approved')
  await shows(display, 'paid')
  await expect(display.getByText('$118.00')).toBeVisible()
  await expect(app.pos.getByRole('img', { name: 'Signature of the customer' })).toBeVisible(soon)
  expect(await service.newestIntent()).toMatchObject({
    amount: 11_800,
    tip_amount: 1_800,
    status: 'captured',
  })
  await app.pos.keyboard.press('Enter')
  await expect(emptyCharge(app.pos)).toBeVisible()
  await shows(display, 'idle')

  const snapshot = await display.evaluate(() =>
    (window as unknown as { customerDisplay: DisplayBridge }).customerDisplay.get(),
  )
  const scrolled: string[] = []
  const look = async (what: string) => {
    const over = await display.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    if (over > 0) scrolled.push(`${what}: ${over} px`)
  }
  for (const [number, view] of views.entries()) {
    for (const [language, width, height, color_scheme] of [
      ['en', 1280, 800, 'light'],
      ['es', 360, 640, 'dark'],
      ['fr', 768, 1024, 'light'],
      // A large display, a low one, and the smallest ones on the market, with the longest texts, without scrolling.
      ['fr', 1920, 1080, 'light'],
      ['fr', 1024, 600, 'light'],
      ['fr', 480, 320, 'light'],
    ] as const) {
      await resize(display, { width, height })
      await show(app.electron, { ...snapshot, language, color_scheme, view })
      await shows(display, view.kind)
      await expect(display.locator('html')).toHaveAttribute('lang', language)
      const found = await (language === 'en' ? violations(display) : violationsOfLooks(display))
      expect(found, `${view.kind}, ${language}`).toEqual([])
      expect(await overflow(display), `${view.kind}, ${width} px`).toEqual(fits)
      if (height > 600 && width < 1920) continue
      await look(`${number} ${view.kind}, ${height} px`)
      if (view.kind !== 'tip' || height > 320) continue
      await display.getByRole('button', { name: fr.customTip }).click()
      await expect(display.getByRole('group')).toBeVisible()
      await look('typed tip')
    }
  }
  expect(scrolled).toEqual([])
  await resize(display, { width: 1280, height: 800 })
  await show(app.electron, snapshot)
})

test('when one card has paid, the customer’s display shows the receipt as a QR code', async ({
  shop: { app, service },
  display,
}) => {
  await service.changeTerminal(hsn, { script: 'approve' })
  await charge(app.pos, '1234')
  await reaches(app.pos, 'Approved')
  await shows(display, 'paid')
  const code = display.getByRole('img', { name: 'QR code of your receipt' })
  await expect(code).toHaveAttribute('data-drawn', 'true', soon)
  const { view } = await display.evaluate(() =>
    (window as unknown as { customerDisplay: DisplayBridge }).customerDisplay.get(),
  )
  expect(view).toMatchObject({
    receipt_url: expect.stringMatching(/^https:\/\/pay\.example\.com\/receipts\/pi_\w+\.en\./),
  })
  await app.pos.keyboard.press('Enter')
  await shows(display, 'idle')
})
