import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

/** WCAG 2.2 AA, and its AAA contrast for every text, which includes the contrast that AA asks for. */
const everything: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: { 'color-contrast': { enabled: false }, 'color-contrast-enhanced': { enabled: true } },
  resultTypes: ['violations'],
  // Only whether a page locks its orientation is read from style sheets, at a quarter of all rules' time; ours never do.
  preload: false,
}

/** What another colour scheme or size of the same page can change: colours, sizes, what scrolls. */
const looks: RunOptions = {
  runOnly: {
    type: 'rule',
    values: ['color-contrast-enhanced', 'target-size', 'scrollable-region-focusable', 'link-in-text-block'],
  },
  resultTypes: ['violations'],
  preload: false,
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface PageWithAxe {
  readonly axe?: { run(options: RunOptions): Promise<AxeResults> }
}

/** Every rule: names, roles, structure, language, colours, sizes. */
export const violations = (page: Page | Frame): Promise<string[]> => violationsOf(page, everything)

/** The same page was looked at by every rule; now it has another scheme or size. */
export const violationsOfLooks = (page: Page): Promise<string[]> => violationsOf(page, looks)

/** Whoever looks at a page several times pays for reading axe into it once. */
async function violationsOf(page: Page | Frame, options: RunOptions): Promise<string[]> {
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
