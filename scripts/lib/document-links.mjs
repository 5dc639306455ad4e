import { access, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fromRoot, projectRoot } from './paths.mjs'
import { run } from './run.mjs'

/** Where a page points to: Markdown's links and pictures, and those written as HTML. */
const links = /\]\(([^)#\s]*)(?:#([^)\s]*))?(?:\s[^)]*)?\)|(?:src|href)="([^"#]*)(?:#([^"]*))?"/g

/** Code blocks show links and headings of others. @param {string} text */
const withoutCodeBlocks = (text) => text.replace(/^(```|~~~).*?^\1/gms, '')

/** The names by which links reach the headings of a page, as GitHub makes them. @param {string} text */
export const anchorsOf = (text) => {
  /** @type {Map<string, number>} */
  const seen = new Map()
  return [...withoutCodeBlocks(text).matchAll(/^#{1,6}\s+(.*?)\s*$/gm)].map(([, heading = '']) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = words.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-')
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  })
}

/** The links of a page that stay in the project. @param {string} text */
export const linksOf = (text) =>
  [...withoutCodeBlocks(text).matchAll(links)]
    .map(([, file, anchor, htmlFile, htmlAnchor]) => ({
      file: file ?? htmlFile ?? '',
      anchor: anchor ?? htmlAnchor ?? '',
    }))
    .filter(({ file }) => !/^[a-z]+:/.test(file))

/** @param {string} page its path, from the project's folder */
const brokenLinksOf = async (page) => {
  const text = await readFile(fromRoot(page), 'utf8').catch(() => '')
  const broken = await Promise.all(
    linksOf(text).map(async ({ file, anchor }) => {
      const target = file === '' ? page : join(dirname(page), file)
      const isThere = await access(fromRoot(target)).then(
        () => true,
        () => false,
      )
      if (!isThere) return `${page} points to ${file}, which is not there.\n`
      if (anchor === '' || !target.endsWith('.md')) return ''
      const headings = anchorsOf(await readFile(fromRoot(target), 'utf8'))
      return headings.includes(anchor)
        ? ''
        : `${page} points to ${file}#${anchor}: no heading has that name.\n`
    }),
  )
  return broken.join('')
}

/** @returns {Promise<import('./run.mjs').RunResult>} fails when a page names a file or a heading that is not there */
export const checkDocumentLinks = async () => {
  const listed = await run('git', ['ls-files', '-co', '--exclude-standard', '--', '*.md'], {
    cwd: projectRoot,
  })
  if (listed.code !== 0) return listed
  const pages = listed.stdout.split('\n').filter((page) => page !== '')
  const output = (await Promise.all(pages.map(brokenLinksOf))).join('')
  return { code: output === '' ? 0 : 1, output, stdout: output }
}
