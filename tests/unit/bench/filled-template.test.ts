import { describe, expect, it } from 'vitest'
import { createTemplates } from '../../bench/support/filled-template.ts'

const templateOf = createTemplates(['pi_1', 'pmt_1'])
const other = ['pi_2', 'pmt_2']

describe('a recorded value with other ids', () => {
  it('stays the same if it contains no id', () => {
    expect(templateOf(1234)(other)).toBe(1234)
    expect(templateOf('captured')(other)).toBe('captured')
    expect(templateOf(null)(other)).toBe(null)
  })

  it('has the new ids in texts, also inside longer ones', () => {
    expect(templateOf('pi_1')(other)).toBe('pi_2')
    expect(templateOf('pi_1_secret_x of pmt_1, pi_1')(other)).toBe('pi_2_secret_x of pmt_2, pi_2')
  })

  it('has the new ids anywhere in documents, also in documents that are texts inside documents', () => {
    const document = { id: 'pi_1', list: [1, { id: 'pmt_1' }], same: { a: 1 } }
    const outer = { row: { id: 'pi_1', document: JSON.stringify(document) } }
    const filled = JSON.parse(templateOf(JSON.stringify(outer))(other) as string)
    expect(filled.row.id).toBe('pi_2')
    expect(JSON.parse(filled.row.document)).toEqual({ ...document, id: 'pi_2', list: [1, { id: 'pmt_2' }] })
  })

  it('changes again with the next ids', () => {
    const fill = templateOf(JSON.stringify({ id: 'pi_1' }))
    expect([fill(other), fill(['pi_3', 'pmt_3'])]).toEqual(['{"id":"pi_2"}', '{"id":"pi_3"}'])
  })

  it('is refused if an id is the name of a field', () => {
    expect(() => templateOf(JSON.stringify({ pi_1: 1 }))).toThrow('the name of a field')
  })
})
