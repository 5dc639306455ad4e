import { describe, expect, test } from 'vitest'
import { listMccs, refuseMcc } from '../../../../src-service/boarding/mccs.ts'
import type { Mcc } from '../../../../src-shared/api/schemas/mcc.ts'

function everyCategory(): readonly Mcc[] {
  const found: Mcc[] = []
  for (;;) {
    const starting_after = found.at(-1)?.id
    const page = listMccs({ limit: 50, ...(starting_after === undefined ? {} : { starting_after }) })
    if (!page.ok) throw new Error(page.error.message)
    found.push(...page.value.data)
    if (!page.value.meta.has_more) return found
  }
}

describe('the list of categories', () => {
  test('the list of categories has each code once, sorted by code, with a text', () => {
    const all = everyCategory()
    const codes = all.map(({ mcc }) => mcc)
    expect(codes).toEqual([...new Set(codes)].sort())
    expect(all.length).toBeGreaterThan(290)
    for (const { description } of all) expect(description).toMatch(/^[A-Z].{3,}\w\.?\)?$/)
  })

  test('the list of categories has the codes that the networks added, but none of a single airline or of a bank', () => {
    for (const code of ['5552', '5818', '7322', '7524', '8082']) expect(refuseMcc(code, 'mcc')).toBeNull()
    for (const code of ['3000', '3999', '6536', '9702', '8044', '0000']) {
      expect(refuseMcc(code, 'mcc')).toMatchObject({ code: 'parameter_invalid', param: 'mcc' })
    }
  })
})
