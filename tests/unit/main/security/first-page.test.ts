import { expect, test } from 'vitest'
import { followFirstPage } from '../../../../src-main/security/first-page.ts'

const page = `<!doctype html><script type="module" src="./assets/start.js"></script>
<link rel="stylesheet" crossorigin href="./assets/start.css"><a href="./elsewhere">a link</a>`

/** Whether the page counts as served after these answers, each with type and content. */
async function servedAfter(answers: readonly (readonly [string, string, string | null])[]): Promise<boolean> {
  const first = followFirstPage()
  for (const [url, type, content] of answers)
    first.answered(url, type, content === null ? null : Buffer.from(content))
  return Promise.race([
    first.served.then(() => true),
    new Promise<false>((r) => setImmediate(() => r(false))),
  ])
}

const html = ['app://pos/index.html', 'text/html; charset=utf-8', page] as const
const script = ['app://pos/assets/start.js', 'text/javascript', ''] as const
const sheet = ['app://pos/assets/start.css', 'text/css', ''] as const

test('the first page is served once each file named in its markup was answered', async () => {
  expect(await servedAfter([html])).toBe(false)
  expect(await servedAfter([html, script])).toBe(false)
  expect(await servedAfter([html, sheet, script])).toBe(true)
})

test('files of other pages, and files answered earlier, do not count', async () => {
  expect(await servedAfter([script, html, sheet])).toBe(false)
  expect(await servedAfter([html, ['app://pos/assets/later.js', 'text/javascript', ''], sheet, script])).toBe(
    true,
  )
})

test('a missing first page is not waited for', async () => {
  expect(await servedAfter([['app://pos/index.html', 'text/html', null]])).toBe(true)
})
