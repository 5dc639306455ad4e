import { access, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fromRoot, projectRoot } from './paths.mjs'
import { run } from './run.mjs'

/** Links of a page: Markdown's links and pictures, and those written as HTML. */
const links = /\]\(([^)#\s]*)(?:#([^)\s]*))?(?:\s[^)]*)?\)|(?:src|href)="([^"#]*)(?:#([^"]*))?"/g

/** Removes code blocks, which may contain links and headings of other pages. @param {string} text */
const withoutCodeBlocks = (text) => text.replace(/^(```|~~~).*?^\1/gms, '')

/** The anchors of a page's headings, as GitHub makes them. @param {string} text */
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

/** The links of a page that stay within the project. @param {string} text */
export const linksOf = (text) =>
  [...withoutCodeBlocks(text).matchAll(links)]
    .map(([, file, anchor, htmlFile, htmlAnchor]) => ({
      file: file ?? htmlFile ?? '',
      anchor: anchor ?? htmlAnchor ?? '',
    }))
    .filter(({ file }) => !/^[a-z]+:/.test(file))

/**
 * Returns the source files that a page names, each with the functions of it that are named after it: words with a
 * capital inside, until the next file name or the end of the clause.
 * @param {string} text
 */
export const sourcesOf = (text) =>
  [...withoutCodeBlocks(text).matchAll(/`(\w[\w./-]*\.(?:tsx?|mjs|css|sql))`([^`;:.|]*)/g)].map(
    ([, file = '', behind = '']) => ({ file, functions: behind.match(/\b[a-z]+[A-Z]\w*/g) ?? [] }),
  )

/** @param {string} page its path, from the project's folder @param {readonly string[]} sources */
const wrongNamesOf = async (page, sources) => {
  const named = sourcesOf(await readFile(fromRoot(page), 'utf8').catch(() => ''))
  const wrong = await Promise.all(
    named.map(async ({ file, functions }) => {
      const found = sources.filter((source) => source === file || source.endsWith(`/${file}`))
      if (found.length === 0) return `${page} names ${file}, which does not exist.\n`
      if (functions.length === 0) return ''
      const texts = await Promise.all(
        found.map((source) => readFile(fromRoot(source), 'utf8').catch(() => '')),
      )
      const lost = functions.filter((name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
      return lost.map((name) => `${page} names ${name} in ${file}, which does not contain it.\n`).join('')
    }),
  )
  return wrong.join('')
}

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
      if (!isThere) return `${page} links to ${file}, which does not exist.\n`
      if (anchor === '' || !target.endsWith('.md')) return ''
      const headings = anchorsOf(await readFile(fromRoot(target), 'utf8'))
      return headings.includes(anchor)
        ? ''
        : `${page} links to ${file}#${anchor}, but no heading has that anchor.\n`
    }),
  )
  return broken.join('')
}

/**
 * @returns {Promise<import('./run.mjs').RunResult>} fails when a page names a file, a heading or a function that does
 * not exist
 */
export const checkDocuments = async () => {
  const listed = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: projectRoot })
  if (listed.code !== 0) return listed
  const files = listed.stdout.split('\n').filter((file) => file !== '')
  const pages = files.filter((file) => file.endsWith('.md'))
  const checks = pages.flatMap((page) => [brokenLinksOf(page), wrongNamesOf(page, files)])
  const output = (await Promise.all(checks)).join('')
  return { code: output === '' ? 0 : 1, output, stdout: output }
}
