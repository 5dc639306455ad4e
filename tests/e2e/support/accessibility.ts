import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** WCAG 2.2 AA, and its AAA contrast for every text. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export async function violations(page: Page): Promise<string[]> {
  // Legacy mode stays in this window; axe would open another one otherwise.
  const { violations: found } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({
      runOnly: { type: 'tag', values: wcag },
      rules: { 'color-contrast-enhanced': { enabled: true } },
      resultTypes: ['violations'],
    })
    .analyze()
  return found.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.html} ${node.failureSummary ?? ''}`),
  )
}

/** What is wider than its window, or than a window may scroll. */
export const overflow = (page: Page) =>
  page.evaluate(() => ({
    page: document.documentElement.scrollWidth > window.innerWidth,
    amounts: [...document.querySelectorAll('main p')].filter(
      (text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 1,
    ).length,
  }))
