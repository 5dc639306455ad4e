import Fastify from 'fastify'
import type { Page } from 'playwright-core'
import { fromRoot } from '../../../scripts/lib/paths.mjs'
import { mountWeb } from '../../../src-service/web/mount-web.ts'
import { launchChromium } from '../../support/launch-chromium.ts'
import type { CheckoutScene } from '../checkout-scenes.ts'

export interface CheckoutLook {
  /** In CSS pixels. */
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  /** As a browser names it. */
  readonly language?: string
}

/** The built payers' page in a real browser, with its real headers, and a service that answers as the scene defines. */
export interface CheckoutHost {
  /** @returns the page, reloaded and in the state of the scene */
  show(scene: CheckoutScene, look?: CheckoutLook): Promise<Page>
  /** Errors, and breaches of the content security policy, since the scene was shown. */
  complaints(): readonly string[]
  close(): Promise<void>
}

/** Changes the scheme or the size of the page that is shown. */
export async function changeLook(page: Page, { width = 1100, height = 900, scheme = 'light' }: CheckoutLook) {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
}

const between = '/between'

export async function openCheckoutHost(): Promise<CheckoutHost> {
  let scene: CheckoutScene = { view: 'missing', screen: 'not_found' }
  const never = new Promise<never>(() => {})
  const server = Fastify({ forceCloseConnections: true })
  mountWeb(server, fromRoot('dist', 'web'))
  server.get('/checkout_pages/:id', (_request, reply) => {
    if (scene.view === 'missing')
      return reply.code(404).send({ error: { code: 'resource_missing', param: 'x-client-secret' } })
    if (scene.view === 'no_answer') return reply.hijack().raw.destroy()
    return reply.send(scene.view)
  })
  server.post('/checkout_pages/:id/collect', () => scene.collected ?? never)
  server.post('/checkout_pages/:id/pay', () => scene.paid ?? never)
  server.get(between, (_request, reply) => reply.type('text/html').send(''))
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const browser = await launchChromium()
  const complaints: string[] = []
  const pages = new Map<string, Page>()
  /** A new page takes as long as all checks on it, so each language has one page. */
  const pageIn = async (language: string): Promise<Page> => {
    const known = pages.get(language)
    if (known !== undefined) return known
    const page = await browser.newPage({ locale: language, timezoneId: 'America/New_York' })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      const isOurs = !/Failed to load resource/.test(message.text())
      if (isOurs && ['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    pages.set(language, page)
    return page
  }
  return {
    complaints: () => complaints,
    show: async (next, look = {}) => {
      scene = next
      complaints.length = 0
      const page = await pageIn(look.language ?? 'en-US')
      await changeLook(page, look)
      const id = typeof next.view === 'string' ? 'cs_01SCENE' : next.view.id
      // Addresses that differ only behind the # are one document: the page would not be reloaded. The page between is
      // from the same server: after a blank page the browser would start a process for each.
      await page.goto(`${url}${between}`)
      await page.goto(`${url}/checkout/${id}#secret`)
      await page.locator('h1').waitFor()
      await next.steps?.(page)
      await page.locator(`[data-screen=${next.screen}]`).waitFor()
      return page
    },
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}
