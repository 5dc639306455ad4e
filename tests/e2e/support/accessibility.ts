import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, Check, RunOptions, Spec } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

const quick = {
  resultTypes: ['violations'],
  // Passed rules are not printed, and take a tenth of the time.
  reporter: 'no-passes',
  selectors: false,
  // Style sheets are read only to detect a locked orientation, in a quarter of the total time; ours lock none.
  preload: false,
} satisfies RunOptions

/** WCAG 2.2 AA, with the AAA contrast for every text, which includes the contrast required by AA. */
const everything: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: { 'color-contrast': { enabled: false }, 'color-contrast-enhanced': { enabled: true } },
  ...quick,
}

/** The rules whose result can change with the colour scheme or the size: colours, sizes, scrolling. */
const looks: RunOptions = {
  runOnly: {
    type: 'rule',
    values: ['color-contrast-enhanced', 'target-size', 'scrollable-region-focusable', 'link-in-text-block'],
  },
  ...quick,
}

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/**
 * axe, with the private fields of its classes in the objects themselves. As published they are in a WeakMap for each
 * field, of which each colour has six: filling them, and collecting them, takes a quarter of the total time.
 */
const axeSource = `{
  let loading = true
  class Fields {
    field = Symbol()
    has(object) { return this.field in object }
    get(object) { return object[this.field] }
    set(object, value) { object[this.field] = value }
    add(object) { object[this.field] = true }
  }
  const NativeMap = WeakMap
  ;((WeakMap, WeakSet) => {${readFileSync(axeFile, 'utf8')}})(
    // Fields are made while axe is loaded. What it maps later, it forgets.
    function () { return loading ? new Fields() : new NativeMap() },
    Fields,
  )
  loading = false
}`

interface Colour {
  r: number
  g: number
  b: number
  alpha: number
  parseString(text: string): Colour
}

interface PageWithAxe {
  readonly axe?: {
    configure(spec: Spec): void
    run(options: RunOptions): Promise<AxeResults>
    readonly commons: { readonly color: { readonly Color: { readonly prototype: Colour } } }
  }
}

/**
 * The AAA contrast rule as in axe, but also for text below AA contrast. axe leaves such text to the AA rule, which
 * would measure everything a second time.
 */
const contrast: Check = {
  id: 'color-contrast-enhanced',
  options: {
    ...{ ignoreUnicode: true, ignoreLength: false, ignorePseudo: false, pseudoSizeThreshold: 0.25 },
    ...{ boldValue: 700, boldTextPt: 14, largeTextPt: 18, shadowOutlineEmMax: 0.1, textStrokeEmMin: 0.03 },
    contrastRatio: { normal: { expected: 7 }, large: { expected: 4.5 } },
  },
}

/** A screen that has the focus itself can be scrolled by the arrow keys, even without a button in it. */
const ofOurs: Spec = {
  checks: [contrast],
  rules: [{ id: 'scrollable-region-focusable', selector: '*:not(select, textarea, main:focus)' }],
}

/** Checks all rules: names, roles, structure, language, colours, sizes. */
export const violations = (page: Page | Frame): Promise<string[]> => violationsOf(page, everything)

/** Checks a page again in another colour scheme or size, after `violations` has checked all rules on it. */
export const violationsOfLooks = (page: Page): Promise<string[]> => violationsOf(page, looks)

/** Loads axe into the page only once, even if the page is checked several times. */
async function violationsOf(page: Page | Frame, options: RunOptions): Promise<string[]> {
  const found = await page.evaluate(violationsByAxe, options)
  if (found !== null) return found
  await page.evaluate(axeSource)
  await page.evaluate((spec) => (window as PageWithAxe).axe?.configure(spec), ofOurs)
  await page.evaluate(rememberColours)
  const later = await page.evaluate(violationsByAxe, options)
  if (later === null) throw new Error('axe is not on the page')
  return later
}

/** Runs in the page. @returns null without axe */
async function violationsByAxe(options: RunOptions): Promise<string[] | null> {
  const { axe } = window as PageWithAxe
  if (axe === undefined) return null
  const { violations: found } = await axe.run(options)
  return found.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.html} ${node.failureSummary ?? ''}`),
  )
}

/**
 * Runs in the page: caches parsed colours, which axe otherwise parses again for each text and its backgrounds. Takes a
 * fifth of the time.
 */
function rememberColours(): void {
  const colours = (window as PageWithAxe).axe?.commons.color.Color.prototype
  if (colours === undefined) throw new Error('axe is not on the page')
  const parse = colours.parseString
  const known = new Map<string, Pick<Colour, 'r' | 'g' | 'b' | 'alpha'>>()
  colours.parseString = function (this: Colour, text: string): Colour {
    const { r, g, b, alpha } = known.get(text) ?? parse.call(this, text)
    known.set(text, { r, g, b, alpha })
    return Object.assign(this, { r, g, b, alpha })
  }
}

/** The result of `overflow` for a page where everything fits. */
export const fits = { page: false, amounts: 0, words: [] } as const

/** Finds content wider than the window or its element, and words in buttons that are broken across lines. */
export const overflow = (page: Page) =>
  page.evaluate(() => {
    const isBroken = (node: Node, { index, 0: word }: RegExpMatchArray) => {
      const range = document.createRange()
      range.setStart(node, index ?? 0)
      range.setEnd(node, (index ?? 0) + word.length)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
    }
    const texts: Node[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest('button') != null) texts.push(node)
    }
    return {
      page: document.documentElement.scrollWidth > window.innerWidth,
      amounts: [...document.querySelectorAll('main :is(p, dt, dd, th, td, li, h1, h2, h3)')].filter(
        (text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 1,
      ).length,
      // Names typed by people may be longer than any screen.
      words: texts.flatMap((node) =>
        [...(node.textContent ?? '').matchAll(/(?<!\p{L})\p{L}{2,16}(?!\p{L})/gu)]
          .filter((word) => isBroken(node, word))
          .map(([word]) => word),
      ),
    }
  })
