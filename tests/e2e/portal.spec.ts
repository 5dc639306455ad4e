import { expect } from '@playwright/test'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../support/launch-chromium.ts'
import { overflow, violations, violationsOfLooks } from './support/accessibility.ts'
import { type Merchant, openMerchant } from './support/portal.ts'
import { expectExport } from './support/portal-export.ts'
import { resize } from './support/resize.ts'
import { startService, type TestService } from './support/service.ts'
import { test as base, sharedInFile } from './support/worker.ts'

/** The portal in a real browser: the actions of a merchant, and the limits of a read-only user. */
const test = base.extend<{ readonly portal: Opened }>({
  portal: sharedInFile(
    async () => {
      const service = await startService()
      const merchant = await openMerchant(service)
      return { service, merchant, browser: await launchChromium() }
    },
    async ({ service, merchant, browser }) => {
      await browser.close()
      await merchant.listener.stop()
      await service.stop()
    },
  ),
})

interface Opened {
  readonly service: TestService
  readonly merchant: Merchant
  readonly browser: Browser
}

const wide = { width: 1280, height: 900 }
const narrow = { width: 320, height: 800 }

/** Opens a browser signed in by the e-mailed link. @returns its page, and the errors of the page */
async function signIn({ browser }: Opened, link: string, locale = 'en-US') {
  const context = await browser.newContext({ locale, viewport: wide })
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text())
  })
  const page = await context.newPage()
  await page.goto(link)
  // The secret of the link stays neither in the address nor in the history.
  await expect(page).toHaveURL(/\/portal\/sign-in$/)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button').click()
  await expect(page.locator('.chart')).toBeVisible()
  return { page, complaints, context }
}

const visit = async (page: Page, name: string) => {
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true }).click()
  await isLoaded(page, name)
}

/** Waits until a page has its data, and therefore asks the service for nothing more. */
const isLoaded = async (page: Page, name: string) => {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.locator('main .list, main .empty').first()).toBeVisible()
}

/** Checks all accessibility rules at desktop width, then those that a phone and dark colours can change. */
async function expectAccessible(page: Page, what: string) {
  expect(await violations(page), what).toEqual([])
  await resize(page, narrow)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOfLooks(page), `${what}, narrow and dark`).toEqual([])
  // The page has its new size a little later than the answer.
  await expect.poll(async () => (await overflow(page)).page, `${what} is wider than a phone`).toBe(false)
  await resize(page, wide)
  await page.emulateMedia({ colorScheme: 'light' })
}

test('an administrator refunds, deactivates a contractor, creates a key and repeats an event’s delivery', async ({
  portal,
}) => {
  test.setTimeout(480_000)
  const { service, merchant } = portal
  const ada = await merchant.addUser('ADMIN', 'ada@example.com')
  const { page, complaints, context } = await signIn(portal, await merchant.mailedLink(ada))
  const dialog = page.getByRole('dialog')
  await expect(page.getByText('$252.95').first()).toBeVisible()
  await page.getByRole('link', { name: 'Skip to the content' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL(/\/portal\/overview$/)
  await expectAccessible(page, 'the overview')

  await visit(page, 'Payments')
  await expectAccessible(page, 'the payments')
  // Two filters are side by side on a phone without overlapping.
  await resize(page, { width: 360, height: 800 })
  const [from, to] = await Promise.all(
    ['From', 'Until'].map((label) =>
      page.locator('.field-box', { has: page.getByLabel(label, { exact: true }) }).boundingBox(),
    ),
  )
  expect((from?.x ?? 0) + (from?.width ?? 0)).toBeLessThan(to?.x ?? 0)
  expect((to?.x ?? 0) + (to?.width ?? 0)).toBeLessThanOrEqual(360 - 16)
  // No section is hidden behind the edge of a tablet.
  await resize(page, { width: 800, height: 900 })
  for (const link of await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').all()) {
    const box = await link.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(800)
  }
  await resize(page, wide)
  await expectExport(page)
  // A payment that does not exist leaves a way back.
  const list = page.url()
  await page.goto(list.replace(/payments.*$/, 'payment?id=pi_none'))
  await expect(page.getByText('This does not exist, or it is not yours to see.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the payments' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  // An invalid filter shows an error, and the list stays.
  await page.getByLabel('Amount').fill('twelve')
  await expect(page.getByText('This is not an amount. Type one such as 12.50.')).toBeVisible()
  await expectAccessible(page, 'a filter that is not understood')
  await page.getByLabel('Amount').fill('')
  // The answer to a former filter that arrives late changes nothing.
  const search = /\/payment_intents\/search$/
  const late = page.waitForResponse(
    (answer) => search.test(answer.url()) && answer.request().postData()?.includes('"order"') === true,
  )
  await page.route(search, async (route) => {
    const isFormer = route.request().postData()?.includes('"order"') === true
    if (isFormer) await expect(page.getByText('1 payment', { exact: true })).toBeVisible()
    await route.continue()
  })
  await page.getByLabel('Reference').fill('order')
  await page.getByLabel('Reference').fill('order 2')
  await (await late).finished()
  await page.waitForTimeout(300)
  await expect(page.getByText('1 payment', { exact: true })).toBeVisible()
  await page.unroute(search)
  // A declined payment is never settled.
  await page.getByLabel('Reference').fill('order 0')
  await page.getByRole('cell').getByRole('link').click()
  await expect(page.getByText('Declined because')).toBeVisible()
  await expect(page.getByText('Settled', { exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the payments' }).click()
  await page.getByLabel('Reference').fill('order 2')
  await expect(page.getByText('1 payment', { exact: true })).toBeVisible()
  await page.getByRole('cell').getByRole('link').click()
  await page.getByRole('button', { name: 'Refund…' }).click()
  await dialog.getByLabel('How much?').fill('41')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByText('At most $40.50 is left to refund.')).toBeVisible()
  await dialog.getByLabel('How much?').fill('10.50')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByText('Refund $10.50 to Visa •••• 4242?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Refund $10.50' }).click()
  // The payment is settled, so the refund is accepted and not shown as done.
  await expect(dialog.getByText('The refund of $10.50 was accepted. It is not done yet.')).toBeVisible()
  await expectAccessible(page, 'the dialog of a refund')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Under way')).toBeVisible()
  const intents = await service.intents()
  expect(intents.find(({ reference_id }) => reference_id === 'order 2')?.amount_refunded).toBe(1050)
  await expectAccessible(page, 'a payment')

  await visit(page, 'Settlements')
  await expect(page.getByRole('cell', { name: '-$20.00' })).toBeVisible()
  await expectAccessible(page, 'the settlements')

  await visit(page, 'Contractors')
  await page.getByRole('switch', { name: 'Grace Hopper gets shares', checked: true }).click()
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByRole('switch', { name: 'Grace Hopper gets shares', checked: false })).toBeVisible()
  await expectAccessible(page, 'the contractors')
  await page.getByRole('link', { name: 'Grace Hopper' }).click()
  await expect(page.getByRole('cell', { name: '$20.00' })).toBeVisible()
  await expect(page.locator('.headline')).toContainText('Grace Hopper')
  await expectAccessible(page, 'a contractor')

  await visit(page, 'Applications')
  await expectAccessible(page, 'the applications')
  await page.getByRole('link', { name: 'Second shop' }).click()
  await expect(page.getByRole('img', { name: /It is now: Draft/ })).toBeVisible()
  // The whole diagram, without scrolling.
  const diagram = page.getByRole('region', { name: 'Diagram of all states' })
  expect(await diagram.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expectAccessible(page, 'an application')

  await visit(page, 'API keys')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await dialog.getByLabel('What is it for?').fill('Web shop')
  await dialog.getByRole('button', { name: 'Create a key' }).click()
  const key = await dialog.getByLabel('Key', { exact: true }).inputValue()
  expect(key).toMatch(/^sk_/)
  await expectAccessible(page, 'a new key')
  const good = await fetch(`${service.url}/payment_intents`, { headers: { 'x-api-key': key } })
  expect(good.status).toBe(200)
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await expect(page.getByRole('row', { name: /^Web shop.*by Ada King/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('cell', { name: /^Web shop/ })).toBeVisible()
  expect(await page.content()).not.toContain(key)
  await page.getByRole('button', { name: 'Revoke Web shop' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible()
  const revoked = await fetch(`${service.url}/payment_intents`, { headers: { 'x-api-key': key } })
  expect(revoked.status).toBe(401)
  await expectAccessible(page, 'the keys')

  await visit(page, 'Webhooks')
  await expectAccessible(page, 'the webhooks')
  await page.getByRole('link', { name: merchant.endpointUrl }).click()
  const deliver = page.getByRole('button', { name: 'Deliver again' }).first()
  await expect(deliver).toBeVisible()
  await expectAccessible(page, 'a webhook')
  const times = () => {
    const ids = merchant.listener.received('/hooks').map(({ headers }) => headers['webhook-id'])
    return Math.max(...ids.map((id) => ids.filter((other) => other === id).length))
  }
  await deliver.click()
  await expect(page.getByText('It is being delivered again.')).toBeVisible()
  await expect.poll(times).toBe(2)
  await page.getByRole('button', { name: 'New secret' }).click()
  await dialog.getByRole('button', { name: 'New secret' }).click()
  await expect(dialog.getByLabel('Signing secret')).toHaveValue(/^whsec_/)
  await dialog.getByRole('button', { name: 'I have saved it' }).click()

  await visit(page, 'Users')
  // Users cannot lock themselves out.
  const own = page.getByRole('row', { name: /Ada King/ })
  await expect(own.getByRole('button', { name: 'Switch off' })).toHaveCount(0)
  await own.getByRole('button', { name: 'Edit' }).click()
  await expect(dialog.getByLabel('E-mail')).toHaveValue('ada@example.com')
  await expect(dialog.getByLabel('Role')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Add a user' }).click()
  await dialog.getByLabel('First name').fill('Bob')
  await dialog.getByLabel('Last name').fill('Reader')
  await dialog.getByLabel('E-mail').fill('bob@example.com')
  await dialog.getByRole('button', { name: 'Add a user' }).click()
  const bob = page.getByRole('row', { name: /Bob Reader/ })
  await bob.getByRole('button', { name: 'Create sign-in link' }).click()
  await dialog.getByRole('button', { name: 'Create sign-in link' }).click()
  await expect(dialog.getByLabel('Link')).toHaveValue(/\/portal\/sign-in#/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await bob.getByRole('button', { name: 'Switch off' }).click()
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await expect(bob.getByText('Switched off')).toBeVisible()
  await expectAccessible(page, 'the users')

  // The menu closes by Escape, and when its user goes on to a page.
  const summary = page.locator('.menu summary')
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
  await summary.press('Enter')
  await expect(signOut).toBeVisible()
  await signOut.press('Escape')
  await expect(signOut).toBeHidden()
  await expect(summary).toBeFocused()
  await summary.press('Enter')
  await page.getByRole('link', { name: 'API keys' }).click()
  await expect(signOut).toBeHidden()
  // Otherwise the answer about the keys may already say that the session ended.
  await isLoaded(page, 'API keys')

  // Signed out everywhere by another user: the next click leads to the sign-in page, which shows why.
  const ended = await service.client.call('users.sign_out', { params: { id: ada.id } })
  expect(ended.ok).toBe(true)
  await page.getByRole('link', { name: 'Payments' }).click()
  await expect(page.getByRole('heading', { name: 'Your sign-in was ended' })).toBeVisible()
  await expectAccessible(page, 'the sign-in page')
  expect(complaints).toEqual([])
  await context.close()
})

test('a read-only user sees no buttons, is refused by the service, and can sign out', async ({ portal }) => {
  test.setTimeout(480_000)
  const { service, merchant } = portal
  const rita = await merchant.addUser('READ_ONLY', 'rita@example.com')
  const link = await merchant.mailedLink(rita)
  const { page, complaints, context } = await signIn(portal, link)
  await expect(page.getByRole('link', { name: 'API keys' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await visit(page, 'Payments')
  await page.getByRole('cell').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Refunds' })).toBeVisible()
  await expect(page.locator('main').getByRole('button')).toHaveCount(0)
  for (const section of ['Contractors', 'Webhooks']) {
    await visit(page, section)
    await expect(page.locator('main'), section).not.toContainText(/Invite one|Add the address/)
    await expect(page.locator('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('switch')).toHaveCount(0)
  }
  // Actions without a button are refused as well.
  const statuses = await page.evaluate(async () => {
    const send = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`..${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
    }
    const refund = await send('/payments/pmt_none/refunds', {})
    return [refund, await send('/api_keys', { level: 'read_only', name: 'Mine' })]
  })
  expect(statuses).toEqual([403, 403])
  for (const hidden of ['keys', 'users']) {
    await page.goto(`${service.url}/portal/${hidden}`)
    await expect(page.getByText('You may not do this.')).toBeVisible()
    await expect(page.locator('main').getByRole('button')).toHaveCount(0)
  }
  // On a phone, where the menu must open within the screen.
  await resize(page, narrow)
  await page.locator('.menu summary').click()
  const menu = await page.locator('.menu-body').boundingBox()
  expect(menu?.x).toBeGreaterThanOrEqual(0)
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(narrow.width)
  // A failed sign-out must be shown, since the browser would stay signed in.
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByText('You may still be signed in. The service did not answer.')).toBeVisible()
  expect(await violationsOfLooks(page)).toEqual([])
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  expect(await context.cookies()).toEqual([])
  // The link was valid once only.
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect(complaints).toEqual([])
  await context.close()
})

test('a payment shows the captured amount if less than requested was captured, and the state of its dispute', async ({
  portal,
}) => {
  test.setTimeout(240_000)
  const { service, merchant } = portal
  const { id } = await merchant.payPart(6_400, 6_000, 'order 5')
  const params = { id }
  const respond_by = '2049-03-14T17:00:00.000Z'
  const disputed = await service.client.call('sandbox.payments.dispute', { params, body: { respond_by } })
  expect(disputed.ok).toBe(true)
  const eve = await merchant.addUser('READ_ONLY', 'eve@example.com')
  const { page, complaints, context } = await signIn(portal, await merchant.mailedLink(eve))
  await visit(page, 'Payments')
  await page.getByLabel('Reference').fill('order 5')
  await expect(page.getByText('1 payment', { exact: true })).toBeVisible()
  await expect(page.getByRole('cell', { name: '$60.00 of $64.00 asked' })).toBeVisible()
  await page.getByRole('cell').getByRole('link').click()
  await expect(page.locator('.headline')).toContainText('$60.00')
  const fact = (name: string) => page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd')
  await expect(fact('Asked for')).toHaveText('$64.00')
  await expect(fact('Dispute')).toHaveText('Open')
  await expect(fact('Answer the bank by')).toContainText('2049')
  await expectAccessible(page, 'a payment that is disputed')
  // A closed dispute has no deadline.
  await service.client.call('sandbox.payments.close_dispute', { params, body: { outcome: 'lost' } })
  await page.reload()
  await expect(fact('Dispute')).toHaveText('Decided against you')
  await expect(fact('Answer the bank by')).toHaveCount(0)
  // Each line of a settlement is a link to its payment.
  await visit(page, 'Settlements')
  await expect(page.getByRole('row', { name: /Disputed payment/ })).toContainText('-$60.00')
  for (const line of ['Disputed payment', 'Dispute fee']) {
    await page.getByRole('cell').getByRole('link', { name: line, exact: true }).first().click()
    await expect(page.locator('.headline')).toContainText('$60.00')
    await page.goBack()
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('settlements with large amounts are never wider than the page, in French', async ({ portal }) => {
  test.setTimeout(240_000)
  const { merchant } = portal
  const fay = await merchant.addUser('READ_ONLY', 'fay@example.com')
  const { page, complaints, context } = await signIn(portal, await merchant.mailedLink(fay), 'fr-CA')
  await page.route('**/settlements?*', async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: Record<string, unknown>[] }
    const large = (value: unknown, key: string) =>
      key === 'amount_captured' ? Number(value) + 123_456_789 : value
    // Always the same day: on 1 January its name, 1er janv., needs more room than the widest page has.
    const data = reply.data.map((one) => ({
      ...Object.fromEntries(Object.entries(one).map(([key, value]) => [key, large(value, key)])),
      day: '2026-11-30',
    }))
    await route.fulfill({ response, json: { ...reply, data } })
  })
  await page.getByRole('link', { name: 'Règlements' }).click()
  await expect(page.getByRole('cell', { name: '1 234 731,84 $ US' })).toBeVisible()
  for (const width of [821, 900, 1_000, 1_100, 1_180, 1_280]) {
    await resize(page, { width, height: 900 })
    await expect.poll(async () => (await overflow(page)).page, `${width} px`).toBe(false)
  }
  // With enough width for all columns, it is a table again.
  await resize(page, { width: 1_600, height: 900 })
  await expect(page.locator('.list.cards')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
