import { type CheckoutScene, checkoutScenes } from '../../pictures/checkout-scenes.ts'
import { changeLook } from '../../pictures/support/checkout-host.ts'
import { fits, overflow, violations, violationsOfLooks } from '../support/accessibility.ts'
import { expect, test } from '../support/screens.ts'

// Each test uses its own pages, so the tests can run in parallel.
test.describe.configure({ mode: 'parallel' })

const scenes: readonly (readonly [string, CheckoutScene])[] = Object.entries<CheckoutScene>(
  checkoutScenes,
).filter(([, { leadsOn }]) => leadsOn !== true)

/** Number of states per test. */
const statesATest = 8

/** All accessibility rules in light, then those that dark colours and the smallest window can change. */
for (let first = 0; first < scenes.length; first += statesATest) {
  const some = scenes.slice(first, first + statesATest)
  test(`the payment page from ${some[0]?.[0]} to ${some.at(-1)?.[0]} has no WCAG violation, and nothing is cut off`, async ({
    checkout: host,
  }) => {
    test.setTimeout(480_000)
    for (const [name, scene] of some) {
      await test.step(name, async () => {
        const page = await host.show(scene)
        // The placeholder that was shown before the script loaded is gone.
        await expect(page.locator('#page > *')).toHaveCount(1)
        expect(await violations(page)).toEqual([])
        await changeLook(page, { scheme: 'dark', width: 320, height: 640 })
        expect(await violationsOfLooks(page)).toEqual([])
        expect(await overflow(page)).toEqual(fits)
        expect(host.complaints()).toEqual([])
      })
    }
  })
}

test('a payment of a part is not called the whole', async ({ checkout: host }) => {
  const page = await host.show(checkoutScenes['paid-part'])
  await expect(page.getByRole('heading', { level: 1, name: 'Paid in part' })).toBeVisible()
})

test('a receipt is printed dark on white, also where the system is dark', async ({ checkout: host }) => {
  const page = await host.show(checkoutScenes['already-paid'], { scheme: 'dark' })
  const ink = () => page.evaluate(() => getComputedStyle(document.querySelector('h1') as Element).color)
  const onScreen = await ink()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const onPaper = await ink()
  expect(onPaper).not.toBe(onScreen)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  expect(await ink()).toBe(onPaper)
})

test('every amount of the order stands beside its name, also under a long one', async ({
  checkout: host,
}) => {
  const page = await host.show(checkoutScenes.open, { language: 'fr-CA', width: 800 })
  for (const row of await page.locator('.summary .sum').all()) {
    const [name, amount] = await Promise.all([
      row.locator('dt').boundingBox(),
      row.locator('dd').boundingBox(),
    ])
    expect(amount?.y).toBeLessThan((name?.y ?? 0) + (name?.height ?? 0))
  }
})

test.describe('the payment page in other languages', () => {
  for (const [language, title, button] of [
    ['es-MX', 'Pagar a Harbour Books', 'Pagar $79.80'],
    ['fr-CA', 'Payer Harbour Books', /Payer 79,80\s\$\sUS/],
  ] as const) {
    test(`the payment page in ${language} is fully translated, and fits 320 pixels`, async ({
      checkout: host,
    }) => {
      const page = await host.show(checkoutScenes.open, { language, width: 320, height: 640 })
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByRole('button', { name: button })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language.slice(0, 2))
      expect(await overflow(page)).toEqual(fits)
      for (const name of ['confirm', 'already-paid', 'unknown'] as const) {
        expect(await overflow(await host.show(checkoutScenes[name], { language, width: 320 })), name).toEqual(
          fits,
        )
      }
    })
  }
})

test('a card payment works by keyboard alone, and each error is shown at its field', async ({
  checkout: host,
}) => {
  const page = await host.show(checkoutScenes['open-one-method'])
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Card number')).toBeFocused()
  await page.keyboard.type('4111 1111 1111 1112')
  await expect(page.getByLabel('Card number')).toHaveValue('4111 1111 1111 1112')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(
    'This is not a card number. Check the digits.',
  )
  await page.keyboard.type('4')
  await expect(page.getByLabel('Expiry')).toHaveValue('04 / ')
  await page.keyboard.press('Enter')
  // The first invalid field has the focus again.
  await expect(page.getByLabel('Card number')).toBeFocused()
  await expect(page.getByLabel('Expiry')).toHaveAccessibleDescription(/month and the year/)
  await expect(page.getByLabel('Security code')).toHaveAccessibleDescription('This is needed.')
})

test('a button held down does not move away when an error is shown for an invalid number', async ({
  checkout: host,
}) => {
  const page = await host.show(checkoutScenes['open-one-method'], { width: 320, height: 640 })
  const number = page.getByLabel('Card number')
  await number.fill('4111 1111 1111 1112')
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  // At its upper edge, which an error text below a field would move first.
  await pay.click({ delay: 500, position: { x: 20, y: 4 } })
  await expect(number).toBeFocused()
  await expect(number).toHaveAccessibleDescription('This is not a card number. Check the digits.')
})

test('digits in the middle of a card number can be corrected', async ({ checkout: host }) => {
  const page = await host.show(checkoutScenes['open-one-method'])
  const number = page.getByLabel('Card number')
  await number.pressSequentially('4111111111111111')
  await number.evaluate((input: HTMLInputElement) => input.setSelectionRange(5, 5))
  // After a space, Backspace removes the digit before it.
  await page.keyboard.press('Backspace')
  await expect(number).toHaveValue('4111 1111 1111 111')
  await page.keyboard.type('9')
  await expect(number).toHaveValue('4119 1111 1111 1111')
})

test('fields have the attributes for autofill and for numeric keyboards', async ({ checkout: host }) => {
  const page = await host.show(checkoutScenes.open)
  const of = (label: string) =>
    page
      .getByLabel(label)
      .evaluate(({ autocomplete, inputMode }: HTMLInputElement) => [autocomplete, inputMode])
  expect(await of('Card number')).toEqual(['cc-number', 'numeric'])
  expect(await of('Expiry')).toEqual(['cc-exp', 'numeric'])
  expect(await of('Security code')).toEqual(['cc-csc', 'numeric'])
  expect(await of('Postal code')).toEqual(['postal-code', 'text'])
})

test('the shop’s description keeps its line breaks', async ({ checkout: host }) => {
  const { view } = checkoutScenes.open
  const page = await host.show({
    view: { ...view, description: 'Table 4\nBirthday cake' },
    screen: 'details',
  })
  expect(await page.getByText('Table 4').evaluate((element: HTMLElement) => element.innerText)).toBe(
    'Table 4\nBirthday cake',
  )
})
