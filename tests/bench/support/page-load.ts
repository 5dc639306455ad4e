import type { Browser } from 'playwright-core'

/** A slow mobile connection. Times in ms, speeds in kbit/s. */
export interface Line {
  readonly name: string
  readonly roundTripMs: number
  readonly downKbit: number
}

/** WebPageTest's profiles of these names. */
export const lines: readonly Line[] = [
  { name: 'slow 3G (400 kbit/s, 400 ms)', roundTripMs: 400, downKbit: 400 },
  { name: '3G (1.6 Mbit/s, 300 ms)', roundTripMs: 300, downKbit: 1600 },
  { name: 'this computer', roundTripMs: 0, downKbit: 0 },
]

/** Time from the tap on the link until something is visible, and until the card can be typed; in ms. */
export interface PageLoad {
  readonly firstPaintMs: number
  readonly formMs: number
  /** Bytes of everything that the page fetched, compressed, as transferred. */
  readonly bytes: number
}

/** Loads a link in a browser without a cache. */
export async function loadPage(browser: Browser, url: string, line: Line): Promise<PageLoad> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    if (line.downKbit > 0) {
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: line.roundTripMs,
        downloadThroughput: (line.downKbit * 1000) / 8,
        uploadThroughput: (line.downKbit * 1000) / 8,
      })
    }
    let bytes = 0
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await page.goto(url)
    await page.locator('#card-number').waitFor()
    const { firstPaintMs, formMs } = await page.evaluate(() => ({
      firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      formMs: performance.now(),
    }))
    return { firstPaintMs, formMs, bytes }
  } finally {
    await context.close()
  }
}
