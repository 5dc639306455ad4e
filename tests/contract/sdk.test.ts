import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { build } from '../../scripts/lib/build.mjs'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type {
  createPaymentElement,
  PaymentElement,
  PaymentElementOptions,
  Tokenize,
} from '../../src-web/sdk/countertop.d.ts'
import { violations } from '../e2e/support/accessibility.ts'
import { launchChromium } from '../support/launch-chromium.ts'
import { type Ask, createAsk } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
let browser: Browser
let merchant: Server
beforeAll(async () => {
  await build({ names: ['web'], report: () => {} })
  service = await startService(fromRoot('dist', 'web'))
  ask = createAsk(service)
  browser = await launchChromium()
  merchant = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        '<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1><div id="here"></div></main>',
      ),
  )
  await new Promise<void>((resolve) => merchant.listen(0, '127.0.0.1', resolve))
}, 120_000)
afterAll(async () => {
  await browser?.close()
  merchant?.closeAllConnections()
  merchant?.close()
  await service?.stop()
})

const created = async (body: object = {}) =>
  (await ask('payment_intents.create', { body: { amount: 1234, ...body } })).body as PaymentIntent

/** A merchant's page with the SDK as a module, which records the calls of its callbacks. */
async function openPage(given?: Page): Promise<Page> {
  const page = given ?? (await browser.newPage({ locale: 'en-US' }))
  onTestFinished(() => page.close())
  const { port } = merchant.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${port}/`)
  const module = JSON.stringify(`${service.directUrl}/sdk/v1/countertop.mjs`)
  const content = `import { createPaymentElement } from ${module}\nObject.assign(window, { createPaymentElement, published: [] })`
  await page.addScriptTag({ type: 'module', content })
  await page.waitForFunction(() => 'published' in window)
  return page
}

/** The globals that a test uses in the page. */
interface Mounted {
  readonly createPaymentElement: typeof createPaymentElement
  readonly published: Published[]
  element: PaymentElement
  tokenize: Tokenize
}

interface Published {
  readonly name: string
  readonly data?: unknown
}
const published = (page: Page): Promise<readonly Published[]> =>
  page.evaluate(() => (window as unknown as Mounted).published)

/** Mounts an element, and stores it as `element` and its tokenize function as `tokenize`. */
const mount = (
  page: Page,
  given: Omit<PaymentElementOptions, 'clientSecret'> & { clientSecret: string | null },
) =>
  page.evaluate(
    (options) => {
      const here = window as unknown as Mounted
      const publish = (name: string) => (data: unknown) => void here.published.push({ name, data })
      here.element = here.createPaymentElement(options)
      here.element.mount('#here', {
        onReady(tokenize) {
          here.tokenize = tokenize
          here.published.push({ name: 'ready' })
        },
        onSuccess: publish('success'),
        onChange: publish('change'),
        onError: publish('error'),
      })
    },
    { ...given, clientSecret: given.clientSecret ?? '' },
  )
const ready = (page: Page) => expect.poll(() => published(page)).toContainEqual({ name: 'ready' })
const errors = async (page: Page) => (await published(page)).filter(({ name }) => name === 'error')

describe('the files of the browser SDK', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.directUrl}${path}`, { headers })

  test("the SDK's manifest has the hashes of its files, and any page may load them", async () => {
    const manifest = await get('/sdk/v1/manifest.json')
    expect(manifest.headers.get('access-control-allow-origin')).toBe('*')
    const { version, files } = (await manifest.json()) as {
      version: number
      files: Record<string, { path: string; integrity: string }>
    }
    expect(version).toBe(1)
    expect(Object.keys(files)).toEqual(['countertop.js', 'countertop.mjs', 'countertop.d.ts'])
    for (const { path, integrity } of Object.values(files)) {
      const answer = await get(path)
      const text = await answer.text()
      expect(integrity).toBe(`sha384-${createHash('sha384').update(text).digest('base64')}`)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(answer.headers.get('content-type')).toMatch(/^text\/(javascript|plain); charset=utf-8$/)
      expect(gzipSync(text).length).toBeLessThan(10_000)
    }
    expect((await get('/sdk/v1/other.js')).status).toBe(404)
  })

  test("the SDK's fields may be framed by any page, and load nothing from other origins", async () => {
    const { headers } = await get('/sdk/v1/fields')
    const policy = String(headers.get('content-security-policy')).split('; ')
    expect(policy).toContain('frame-ancestors *')
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(headers.get('x-frame-options')).toBeNull()
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })
})

describe('the options of a token', () => {
  const options = (client_secret: string, key = service.publicKey) =>
    ask('tokens.options', { key, accountId: null, body: { client_secret } })

  test('the options of a token are the types that its intent accepts', async () => {
    const intent = await created({ payment_method_types: ['ca_bank', 'card'] })
    expect((await options(intent.client_secret ?? '')).body).toEqual({
      entity: 'token_options',
      mode: 'pay',
      merchant_name: 'Training Store',
      payment_method_types: ['ca_bank', 'card'],
    })
  })

  test('the options of a token are cards only when the intent is captured later', async () => {
    const intent = await created({ payment_method_types: ['bank', 'card'], capture: false })
    const { body } = await options(intent.client_secret ?? '')
    expect(body).toMatchObject({ payment_method_types: ['card'] })
  })

  test('the options of a token are refused for an intent that accepts no more tokens', async () => {
    const intent = await created()
    await ask('payment_intents.cancel', { path: `/payment_intents/${intent.id}/cancel`, body: {} })
    expect((await options(intent.client_secret ?? '')).body).toMatchObject({
      error: { code: 'state_conflict', param: 'client_secret' },
    })
  })
})

describe("the SDK's form in a merchant's page", () => {
  test('the form collects card data, reports its state without any digits, and disappears when it is destroyed', async () => {
    const page = await openPage()
    const intent = await created()
    await mount(page, { apiKey: service.publicKey, clientSecret: intent.client_secret, locale: 'fr-CA' })
    await ready(page)
    const fields = page.frameLocator('#here iframe')
    await fields.getByLabel('Numéro de carte').fill('378282246310005')
    expect(await page.locator('#here iframe').getAttribute('title')).toBe('Données de paiement')
    await expect
      .poll(() => published(page))
      .toContainEqual({
        name: 'change',
        data: { paymentMethodType: 'card', complete: false, empty: false, brand: 'Amex' },
      })
    // Tab moves from field to field, and out of the frame to the next element of the page.
    await page.evaluate(() => {
      const after = document.createElement('button')
      after.textContent = 'After'
      document.querySelector('main')?.append(after)
    })
    await fields.getByLabel('Numéro de carte').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.type('1249')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1234')
    await expect
      .poll(() => published(page))
      .toContainEqual({
        name: 'change',
        data: { paymentMethodType: 'card', complete: true, empty: false, brand: 'Amex' },
      })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('After')
    const result = await page.evaluate(() =>
      (window as unknown as Mounted).tokenize({ billingDetails: { name: 'Ana Torres' } }),
    )
    expect(result).toEqual({ token: expect.stringMatching(/^pm_/) })
    const method = await ask('payment_methods.get', { path: `/payment_methods/${result.token}` })
    expect(method.body).toMatchObject({
      payment_intent_id: intent.id,
      billing_details: { name: 'Ana Torres' },
      card: { brand: 'Amex', last_four_digits: '0005' },
    })
    expect(await published(page)).toContainEqual({ name: 'success', data: { token: result.token } })
    const again = await page.evaluate(() => {
      const { element, tokenize } = window as unknown as Mounted
      element.destroy()
      return tokenize()
    })
    expect(again).toMatchObject({ error: { code: 'destroyed' } })
    expect(await page.locator('iframe').count()).toBe(0)
  })

  test("the form is as tall as its fields, and uses the page's styles, except those that load something", async () => {
    const page = await openPage()
    const { client_secret } = await created({ payment_method_types: ['card', 'bank'] })
    await mount(page, {
      apiKey: service.publicKey,
      clientSecret: client_secret,
      appearance: {
        theme: 'dark',
        variables: { colorPrimary: '#ff0000', colorText: 'url(https://evil.example/x)', borderRadius: '3px' },
      },
    })
    await ready(page)
    const fields = page.frameLocator('#here iframe')
    const root = fields.locator('html')
    expect(await root.getAttribute('data-theme')).toBe('dark')
    const style = (name: string) =>
      root.evaluate((html, property) => getComputedStyle(html).getPropertyValue(property).trim(), name)
    expect([await style('--accent'), await style('--radius')]).toEqual(['#ff0000', '3px'])
    expect(await style('--ink')).not.toContain('url')
    const height = () => page.locator('iframe').evaluate((frame) => frame.clientHeight)
    const inner = () => fields.locator('#fields').evaluate((body) => (body as HTMLElement).offsetHeight)
    await expect.poll(async () => (await height()) - (await inner())).toBe(0)
    const before = await height()
    await fields.getByLabel('Bank account').check()
    await expect.poll(height).not.toBe(before)
    await expect.poll(async () => (await height()) - (await inner())).toBe(0)
  })

  test.each([
    ['a wrong secret', async () => ({ secret: 'pi_none_secret_none', key: service.publicKey })],
    [
      "another tenant's key",
      async () => {
        const { client_secret: secret } = await created()
        return { secret, key: await (await service.makeTenant()).makePublicKey() }
      },
    ],
  ])('the form reports that it cannot be used for %s', async (_, make) => {
    const page = await openPage()
    const { secret, key } = await make()
    await mount(page, { apiKey: key, clientSecret: secret })
    await expect
      .poll(() => errors(page))
      .toMatchObject([{ data: { code: 'resource_missing', param: 'client_secret' } }])
    expect(await published(page)).not.toContainEqual({ name: 'ready' })
  })

  test('the form is accessible: axe finds no problem in any of its states', async () => {
    const context = await browser.newContext({ bypassCSP: true })
    onTestFinished(() => context.close())
    const page = await openPage(await context.newPage())
    const { client_secret } = await created({ payment_method_types: ['card', 'bank', 'ca_bank'] })
    await mount(page, { apiKey: service.publicKey, clientSecret: client_secret })
    await ready(page)
    const [, frame] = page.frames()
    if (frame === undefined) throw new Error('there is no frame')
    await page.evaluate(() => (window as unknown as Mounted).tokenize())
    await expect.poll(() => frame.locator('[aria-invalid=true]').count()).toBeGreaterThan(2)
    expect(await violations(frame)).toEqual([])
    await frame.getByLabel('Bank account (Canada)').check()
    await frame.getByLabel('Transit number').waitFor()
    expect(await violations(frame)).toEqual([])
    expect(await page.locator('iframe').getAttribute('title')).toBe('Payment details')
  })

  test('the form reports that its intent was paid in the meantime', async () => {
    const page = await openPage()
    const intent = await created()
    await mount(page, { apiKey: service.publicKey, clientSecret: intent.client_secret })
    await ready(page)
    await ask('payment_intents.cancel', { path: `/payment_intents/${intent.id}/cancel`, body: {} })
    const fields = page.frameLocator('#here iframe')
    await fields.getByLabel('Card number').fill('4242424242424242')
    await fields.getByLabel('Expiry').fill('1249')
    await fields.getByLabel('Security code').fill('123')
    const result = await page.evaluate(() => (window as unknown as Mounted).tokenize())
    expect(result).toMatchObject({ error: { code: 'state_conflict', param: 'client_secret' } })
    expect(await errors(page)).toHaveLength(1)
  })

  test('the form refuses a private key in a page, at once', async () => {
    const page = await openPage()
    const attempt = (apiKey: string, clientSecret: string) =>
      page.evaluate(
        (options) => {
          try {
            const { createPaymentElement } = window as unknown as Mounted
            createPaymentElement(options)
            return 'taken'
          } catch (error) {
            return String(error)
          }
        },
        { apiKey, clientSecret },
      )
    expect(await attempt('sk_test', 'pi_1_secret_2')).toContain('must never be in a web page')
    expect(await attempt('pk_test', 'secret')).toContain('clientSecret')
    expect(await attempt('pk_test', 'pi_1_secret_2')).toBe('taken')
  })

  test('the fields accept messages only from the page for which they were created', async () => {
    const page = await openPage()
    const intent = await created()
    // Another page frames the fields and claims to be the shop: its origin and its channel show that it is not.
    const answers = await page.evaluate(
      async ([url, apiKey, clientSecret]) => {
        const connect = (channel: string) => ({
          countertop: 1,
          channel,
          apiKey,
          clientSecret,
          appearance: {},
          locale: 'en',
        })
        const channel = 'a-channel-of-a-mount'
        const tries = [
          { hash: `#${channel}@${encodeURIComponent('https://shop.example')}`, sent: connect(channel) },
          {
            hash: `#${channel}@${encodeURIComponent(location.origin)}`,
            sent: connect('another-channel-of-it'),
          },
          { hash: '', sent: connect(channel) },
          { hash: `#${channel}@${encodeURIComponent(location.origin)}`, sent: connect(channel) },
        ]
        const received: string[] = []
        const last = tries.length - 1
        for (const [index, { hash, sent }] of tries.entries()) {
          const frame = document.createElement('iframe')
          frame.src = `${url}/sdk/v1/fields${hash}`
          await new Promise((resolve) => {
            frame.onload = resolve
            document.body.append(frame)
          })
          const { port1, port2 } = new MessageChannel()
          const answer = new Promise((resolve) => {
            port1.onmessage = ({ data }) => {
              if (data.type !== 'ready') return
              received.push(`ready ${index}`)
              resolve(null)
            }
          })
          frame.contentWindow?.postMessage(sent, url ?? '', [port2])
          // The valid message comes last: by then the others would have been answered.
          if (index === last) await answer
        }
        return received
      },
      [service.directUrl, service.publicKey, intent.client_secret ?? ''],
    )
    expect(answers).toEqual(['ready 3'])
  })
})

test('/docs/sdk has a demo form, with which a page gets a token', async () => {
  const page = await browser.newPage({ locale: 'en-US' })
  onTestFinished(() => page.close())
  await page.goto(`${service.directUrl}/docs/sdk`)
  const fields = page.frameLocator('#payment iframe')
  await fields.getByLabel('Card number').fill('4242424242424242')
  await fields.getByLabel('Expiry').fill('1249')
  await fields.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Get a token' }).click()
  await expect.poll(() => page.locator('#outcome').textContent()).toMatch(/received pm_/)
})
