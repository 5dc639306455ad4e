import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { CheckoutSession } from '../../../src-shared/api/schemas/checkout-session.ts'
import type { TestService } from './service.ts'
import { test as base } from './worker.ts'

interface Fixtures {
  /** A payer's browser, with a record of its requests and errors. */
  readonly payer: Payer
}

export interface Payer {
  readonly context: BrowserContext
  readonly open: (url: string) => Promise<Page>
  /** Addresses, bodies and referrers of all requests. */
  readonly requests: readonly { readonly url: string; readonly body: string; readonly referrer: string }[]
  /** Errors of the page, and violations of its content security policy. */
  readonly complaints: readonly string[]
}

export const test = base.extend<Fixtures>({
  payer: async ({ chromium }, use) => {
    const context = await chromium.newContext({ locale: 'en-US', viewport: { width: 1000, height: 900 } })
    const requests: { url: string; body: string; referrer: string }[] = []
    const complaints: string[] = []
    context.on('request', (request) => {
      const referrer = request.headers().referer ?? ''
      requests.push({ url: request.url(), body: request.postData() ?? '', referrer })
    })
    context.on('weberror', (error) => complaints.push(String(error.error())))
    context.on('console', (message) => {
      const isOurs = !/Failed to load resource/.test(message.text())
      if (isOurs && message.type() === 'error') complaints.push(message.text())
    })
    const open = async (url: string) => {
      const page = await context.newPage()
      await page.goto(url)
      return page
    }
    await use({ context, open, requests, complaints })
    await context.close()
  },
})

export { expect }

type CreateBody = Parameters<typeof sessionOf>[1]

/** Creates a checkout session, and returns it with the payer's link. */
export async function sessionOf(
  { client }: TestService,
  body: {
    readonly amount: number
    readonly [field: string]: unknown
  },
): Promise<CheckoutSession & { readonly link: string }> {
  const { amount, ...others } = body
  const created = await client.call('checkout_sessions.create', {
    body: { payment_intent_data: { amount }, ...others },
  })
  if (!created.ok) throw new Error(`no session: ${JSON.stringify(created.error)}`)
  if (created.value.url === null) throw new Error('the session has no link')
  return { ...created.value, link: created.value.url }
}

/** Opens a new link and waits for its form. */
export async function openLink(payer: Payer, service: TestService, body: CreateBody) {
  const session = await sessionOf(service, body)
  const page = await payer.open(session.link)
  await expectScreen(page, 'details')
  return { session, page }
}

export const expectScreen = (page: Page, screen: string): Promise<void> =>
  expect(page.locator(`[data-screen=${screen}]`)).toBeVisible()

export async function fillCard(page: Page, number: string, postalCode = ''): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 49')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Postal code').fill(postalCode)
}

export const pressPay = (page: Page): Promise<void> => page.getByRole('button', { name: /^Pay \$/ }).click()

/** The statuses of all payments of a session. */
export const paymentsOf = async (service: TestService, { payment_intent_id: id }: CheckoutSession) =>
  (await service.payments(id)).map(({ status }) => status)
