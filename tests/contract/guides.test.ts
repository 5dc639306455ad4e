import { execFile } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { blocksOf } from './support/tour-blocks.ts'

/** The commands in the guides for integrators, run as a reader would, at one service and in this order. */
let service: RunningService
let folder: string
beforeAll(async () => {
  service = await startService()
  folder = await temporaryFolder('guides')
  const { url, privateKey, publicKey, accountId } = service
  const ready = { url, private_key: privateKey, public_key: publicKey, account_id: accountId }
  writeFileSync(join(folder, 'ready.json'), JSON.stringify(ready))
  // Sends what curl would, also on machines without it.
  const curl = `exec "${process.execPath}" "${join(import.meta.dirname, 'support/curl.mjs')}" "$@"`
  writeFileSync(join(folder, 'curl'), `#!/bin/sh\n${curl}\n`)
  chmodSync(join(folder, 'curl'), 0o755)
})
afterAll(() => service.stop())

/** Runs all commands of a guide in one shell. */
const run = (guide: string, ...more: readonly string[]): Promise<string> =>
  runBlocks(
    blocksOf(readFileSync(join(import.meta.dirname, '../../docs/guides', guide), 'utf8')).map(
      ({ script }) => script,
    ),
    ...more,
  )

/** Runs commands in one shell, except the start of the service. @throws at the first that fails */
async function runBlocks(blocks: readonly string[], ...more: readonly string[]): Promise<string> {
  const scripts = blocks.filter((script) => !script.startsWith('npm run'))
  expect(scripts.length).toBeGreaterThan(1)
  const script = ['set -eu -o pipefail', ...scripts, ...more].join('\n')
  const { stdout } = await promisify(execFile)('bash', ['--noprofile', '--norc', '-c', script], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
  })
  return stdout
}

test("the partner's guide leads from an empty service to a merchant's activation code and the partner's sign-in", async () => {
  const printed = await run('partner.md')
  const statuses = printed.match(/^[A-Z_]+$/gm)
  expect(statuses).toEqual([
    'DRAFT',
    'UNDER_REVIEW',
    'UNDERWRITING',
    'NEED_INFORMATION',
    'UNDERWRITING',
    'APPROVED',
  ])
  expect(printed).toMatch(/"activation_code":"\d{8}"/)
  expect(printed).toContain('/portal/sign-in#')
})

test("the developer's guide leads to a captured payment and to keys with fewer rights, also with several accounts", async () => {
  const printed = await run('developer.md', 'echo; echo "$SHOP_KEY $REPORT_KEY $PAGE_KEY"')
  expect(printed).toContain('"status":"captured"')
  expect(printed.trim().split('\n').at(-1)).toMatch(/^sk_\S+ sk_\S+ pk_\S+$/)
})

test('the first payment on the page of the reference leads to a captured payment', async () => {
  const page = await (await fetch(`${service.url}/docs`)).text()
  const [, section = ''] = page.split('<section id="start">')
  const blocks = [...(section.split('</section>')[0] ?? '').matchAll(/<pre>([\s\S]*?)<\/pre>/g)].map(
    ([, text = '']) =>
      text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  )
  expect(blocks[0]).toMatch(/^npm run/)
  expect(await runBlocks(blocks)).toContain('"status":"captured"')
})
