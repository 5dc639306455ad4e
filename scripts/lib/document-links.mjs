import { access, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fromRoot, projectRoot } from './paths.mjs'
import { run } from './run.mjs'

/** Where a page points to: Markdown's links and pictures, and those written as HTML. */
const links = /\]\(([^)#\s]+)(?:#[^)]*)?\)|(?:src|href)="([^"#]+)"/g

/** @returns {Promise<import('./run.mjs').RunResult>} fails when a page names a file that is not there */
export const checkDocumentLinks = async () => {
  const listed = await run('git', ['ls-files', '-co', '--exclude-standard', '--', '*.md'], {
    cwd: projectRoot,
  })
  if (listed.code !== 0) return listed
  const pages = listed.stdout.split('\n').filter((page) => page !== '')
  const broken = await Promise.all(
    pages.map(async (page) => {
      const text = await readFile(fromRoot(page), 'utf8').catch(() => '')
      const targets = [...text.matchAll(links)].map(([, markdown, html]) => markdown ?? html ?? '')
      const missing = await Promise.all(
        targets
          .filter((target) => !/^[a-z]+:/.test(target))
          .map((target) =>
            access(fromRoot(join(dirname(page), target))).then(
              () => '',
              () => `${page} points to ${target}, which is not there.\n`,
            ),
          ),
      )
      return missing.join('')
    }),
  )
  const output = broken.join('')
  return { code: output === '' ? 0 : 1, output, stdout: output }
}
