import type { Page } from 'playwright-core'

/** One tap, ms. */
export interface Tap {
  /** Work of the tap: its handlers with React's rendering, and the frame's style, layout and painting. */
  readonly work: number
  /**
   * From the moment at which the browser received it to the end of the frame that shows it, including the wait for that
   * frame.
   */
  readonly painted: number
}

export interface Taps {
  readonly each: readonly Tap[]
  /** Chromium's own measurement (Event Timing), until the frame is on the display; in multiples of 8 ms. */
  readonly presented: readonly number[]
}

/**
 * Taps these tiles in turn with a real pointer, `count` times, at any moment between two frames. Tiles outside the
 * visible area are left out: a tap that misses causes no work.
 */
export async function measureTaps(page: Page, tiles: string, count: number): Promise<Taps> {
  await page.evaluate(() => {
    const each: { work: number; painted: number }[] = []
    const presented: number[] = []
    Object.assign(window, { tapsOfBench: { each, presented } })
    let begun = 0
    addEventListener(
      'click',
      (event) => {
        begun = performance.now()
        const painted = new MessageChannel()
        requestAnimationFrame(() => {
          const frame = performance.now()
          painted.port1.onmessage = () => {
            const now = performance.now()
            each.push({
              work: begun - event.timeStamp + handled + now - frame,
              painted: now - event.timeStamp,
            })
          }
          painted.port2.postMessage(null)
        })
      },
      { capture: true },
    )
    let handled = 0
    // React has rendered by then: work that it defers to the end of its own listener is done before the next listener
    // is called.
    addEventListener('click', () => {
      handled = performance.now() - begun
    })
    new PerformanceObserver((entries) => {
      for (const { name, duration } of entries.getEntries()) if (name === 'click') presented.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  const places = await page.locator(tiles).evaluateAll((all) =>
    all.flatMap((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      const middle = { x: x + width / 2, y: y + height / 2 }
      return one.contains(document.elementFromPoint(middle.x, middle.y)) ? [middle] : []
    }),
  )
  for (let index = 0; index < count; index++) {
    const place = places[index % places.length]
    if (place === undefined) throw new Error(`none of these is in sight: ${tiles}`)
    const { x, y } = place
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.waitForTimeout(30 + Math.random() * 17)
    await page.mouse.up()
    // The next tap by a quick person; main has answered by then.
    await page.waitForTimeout(80 + Math.random() * 17)
  }
  const taps = await page.evaluate(() => (window as unknown as { tapsOfBench: Taps }).tapsOfBench)
  // Taps that took less than 16 ms are not reported.
  const quick = Array.from({ length: Math.max(0, count - taps.presented.length) }, () => 8)
  return { each: taps.each, presented: [...quick, ...taps.presented] }
}
