import { violations, violationsOfLooks } from './support/accessibility.ts'
import { expect, test } from './support/payer.ts'

/** A page with one fault for each kind of rule, and the ids of the rules that find them. */
const faults = {
  'button-name': '<button></button>',
  'color-contrast-enhanced': '<p style="color: #707070">Pale</p>',
  'image-alt': '<img src="data:,">',
  label: '<input type="text">',
  'link-in-text-block':
    '<p>Long text <a href="#x" style="color: #111; text-decoration: none">and a link</a> in it</p>',
  list: '<ul><p>No item</p></ul>',
  'scrollable-region-focusable': '<div style="height: 30px; overflow: auto"><p>One<p>Two<p>Three</div>',
  'target-size': '<i role="button" tabindex="0" style="float: left; width: 9px">a</i>'.repeat(2),
}

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>Shop</title><body style="color: #000; background: #fff">${body}</body></html>`
const rulesOf = (found: readonly string[]) => [...new Set(found.map((text) => text.split(':')[0]))].sort()

test('the check of accessibility, with its changes to axe, finds each fault, and finds it no more once it is mended', async ({
  chromium,
}) => {
  const tab = await chromium.newPage()
  await tab.setContent(page(Object.values(faults).join('')))
  expect(rulesOf(await violations(tab))).toEqual(Object.keys(faults).sort())
  expect(rulesOf(await violationsOfLooks(tab))).toEqual([
    'color-contrast-enhanced',
    'link-in-text-block',
    'scrollable-region-focusable',
    'target-size',
  ])
  for (const [rule, fault] of Object.entries(faults)) {
    // The same document, in which axe has already looked.
    await tab.evaluate((body) => {
      document.body.innerHTML = body
    }, fault)
    expect(rulesOf(await violations(tab))).toEqual([rule])
  }
  await tab.evaluate(() => {
    document.body.innerHTML = '<p>Good</p>'
  })
  expect(await violations(tab)).toEqual([])
  await tab.close()
})
