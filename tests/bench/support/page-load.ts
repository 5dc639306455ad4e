import type { Browser } from 'playwright-core'

/** A line as a phone has it at the edge of its net. Times ms, speeds kbit/s. */
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

/** When a person sees something, and when they can type, ms from the tap on the link. */
export interface PageLoad {
  readonly firstPaintMs: number
  readonly formMs: number
  /** Of everything that the page fetched, compressed, as it went over the line. */
  readonly bytes: number
}

/** Loads a link in a browser that never saw it. */
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
