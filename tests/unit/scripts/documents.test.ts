import { describe, expect, test } from 'vitest'
import { anchorsOf, linksOf, sourcesOf } from '../../../scripts/lib/documents.mjs'

describe('the links of documents', () => {
  test('a heading is linked by the anchor that GitHub gives it', () => {
    const page = [
      '# The POS, and `npm test`',
      '',
      '## 95 %, 99 %',
      '## Soak',
      '## Soak',
      '## See [this](a.md)',
    ]
    expect(anchorsOf(page.join('\n'))).toEqual([
      'the-pos-and-npm-test',
      '95--99-',
      'soak',
      'soak-1',
      'see-this',
    ])
  })

  test('headings and links inside a code block are ignored', () => {
    const page = '# One\n```sh\n# a comment\n[a](b.md)\n```\n[c](d.md)'
    expect(anchorsOf(page)).toEqual(['one'])
    expect(linksOf(page)).toEqual([{ file: 'd.md', anchor: '' }])
  })

  test('files and headings of this or another page are links; external addresses are not', () => {
    const page = '[a](b.md#c) ![d](e.png) [f](#g) <img src="h.png"> [i](https://example.com/#j)'
    expect(linksOf(page)).toEqual([
      { file: 'b.md', anchor: 'c' },
      { file: 'e.png', anchor: '' },
      { file: '', anchor: 'g' },
      { file: 'h.png', anchor: '' },
    ])
  })

  test('a source file is found with the functions that are named after it', () => {
    const page =
      '1. `mount.ts` admit → `a/commit.ts` runDecision: load → `links.css`\n   `ready.json` saveIt, `./x.ts`'
    expect(sourcesOf(page)).toEqual([
      { file: 'mount.ts', functions: [] },
      { file: 'a/commit.ts', functions: ['runDecision'] },
      { file: 'links.css', functions: [] },
    ])
  })
})
