import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** WCAG 2.2 AA, and its AAA contrast for every text. */
const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: { 'color-contrast-enhanced': { enabled: true } },
  resultTypes: ['violations'],
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface PageWithAxe {
  readonly axe?: { run(options: RunOptions): Promise<AxeResults> }
}

/** Whoever looks at a page several times pays for reading axe into it once. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => (window as PageWithAxe).axe !== undefined))) await page.evaluate(axeSource)
  return page.evaluate(async (chosen) => {
    const { axe } = window as PageWithAxe
    if (axe === undefined) throw new Error('axe is not on the page')
    const { violations: found } = await axe.run(chosen)
    return found.flatMap((violation) =>
      violation.nodes.map((node) => `${violation.id}: ${node.html} ${node.failureSummary ?? ''}`),
    )
  }, options)
}

/** What is wider than its window, or than a window may scroll. */
export const overflow = (page: Page) =>
  page.evaluate(() => ({
    page: document.documentElement.scrollWidth > window.innerWidth,
    amounts: [...document.querySelectorAll('main p')].filter(
      (text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 1,
    ).length,
  }))
