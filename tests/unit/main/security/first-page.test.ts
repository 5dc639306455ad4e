import { expect, test } from 'vitest'
import { followFirstPage } from '../../../../src-main/security/first-page.ts'

const page = `<!doctype html><script type="module" src="./assets/start.js"></script>
<link rel="stylesheet" crossorigin href="./assets/start.css"><a href="./elsewhere">a link</a>`

/** Whether it is served after these answers, each with its type and its content. */
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

test('the first page is served once each file that its markup names was answered', async () => {
  expect(await servedAfter([html])).toBe(false)
  expect(await servedAfter([html, script])).toBe(false)
  expect(await servedAfter([html, sheet, script])).toBe(true)
})

test('files of other pages, and those answered before, are not waited for', async () => {
  expect(await servedAfter([script, html, sheet])).toBe(false)
  expect(await servedAfter([html, ['app://pos/assets/later.js', 'text/javascript', ''], sheet, script])).toBe(
    true,
  )
})

test('a first page that is missing is waited for no longer', async () => {
  expect(await servedAfter([['app://pos/index.html', 'text/html', null]])).toBe(true)
})
