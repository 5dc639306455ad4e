import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core'

/** A payer in a shop's page, with everything that the shop and its page could see meanwhile. */
export interface ShopPage {
  readonly page: Page
  /** The fields, in the service's frame. */
  readonly fields: FrameLocator
  /** Returns what the shop's server received, what the page's scripts received, and what the page stores. */
  seen(): Promise<string>
  /** The requests to the service. */
  readonly toService: string[]
  close(): Promise<void>
}

/**
 * Reports to the test what the page's own scripts receive from any window, and through any channel that they created.
 */
function listen(): void {
  const received: string[] = []
  Object.assign(window, { received })
  const keep = ({ data }: MessageEvent) => received.push(JSON.stringify(data))
  window.addEventListener('message', keep)
  const Original = window.MessageChannel
  window.MessageChannel = class extends Original {
    constructor() {
      super()
      this.port1.addEventListener('message', keep)
    }
  }
}

/** Returns everything that a page can store. */
async function keptByPage(): Promise<string> {
  const databases = await indexedDB.databases()
  const { received } = window as unknown as { received: string[] }
  const stores = [localStorage, sessionStorage].map((store) => ({ ...store }))
  return JSON.stringify([
    document.documentElement.outerHTML,
    document.cookie,
    databases,
    stores,
    received,
    history.state,
    location.href,
  ])
}

export async function openShopPage(
  browser: Browser,
  url: string,
  options: { readonly locale?: string; readonly init?: string } = {},
): Promise<ShopPage> {
  const context: BrowserContext = await browser.newContext({ locale: options.locale ?? 'en-US' })
  const page = await context.newPage()
  const toShop: string[] = []
  const toService: string[] = []
  page.on('request', (request) => {
    const all = [request.url(), JSON.stringify(request.headers()), request.postData() ?? ''].join('\n')
    if (request.url().startsWith(url)) toShop.push(all)
    else toService.push(all)
  })
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  page.on('pageerror', (error) => logged.push(String(error)))
  await page.addInitScript(listen)
  await page.goto(url)
  return {
    page,
    fields: page.frameLocator('#payment iframe'),
    seen: async () => [...toShop, ...logged, await page.evaluate(keptByPage)].join('\n'),
    toService,
    close: () => context.close(),
  }
}
