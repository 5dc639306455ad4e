import { expect, test } from 'vitest'
import { markOf } from '../../../../src-web/application/form/step-mark.ts'
import { openForm } from './form-harness.ts'

async function begin(begun = {}, missing: readonly string[] = []) {
  const harness = openForm(begun)
  harness.setMissing(missing)
  await harness.form.look()
  const { form } = harness
  const mark = (name: string) => {
    const step = form.state().steps.find((one) => one.name === name)
    return step === undefined ? null : markOf(form, step)
  }
  return { ...harness, mark }
}

test('a step without required fields is complete only once something of it has been entered', async () => {
  const { form, mark } = await begin()
  expect(mark('sales')).toBe('optional')
  form.type('transaction_modes.in_person', '80')
  expect(mark('sales')).toBe('complete')
})

test('a value that the page suggests has not been entered', async () => {
  const { form, mark } = await begin()
  expect(form.draft.text('address.country')).toBe('US')
  expect(mark('address')).toBe('optional')
})

test('documents that nobody asked for are optional until one is there', async () => {
  const documents = [{ id: 'doc_1', file_name: 'lease.pdf' }]
  expect((await begin()).mark('documents')).toBe('optional')
  expect((await begin({ documents })).mark('documents')).toBe('complete')
})

test('a step that lacks a field, or has a wrong one, is open', async () => {
  const { form, mark } = await begin({}, ['company.legal_name'])
  expect(mark('business')).toBe('open')
  form.type('transaction_modes.in_person', 'most')
  form.leave('transaction_modes.in_person')
  expect(mark('sales')).toBe('open')
})

test('a value in the vault has been entered', async () => {
  const { form, mark } = await begin({ owners: [{ id: 'own_9', ssn: '*****8462' }] })
  expect(form.state().rows).toHaveLength(1)
  expect(mark('owners')).toBe('complete')
})
