import { describe, expect, test } from 'vitest'
import { type ContractorApplicationDocument, formOf } from '../../../../src-service/contractors/documents.ts'
import { mergeForm } from '../../../../src-service/contractors/form.ts'
import type { ContractorForm } from '../../../../src-shared/api/schemas/contractor-page.ts'

const owners = [{ first_name: 'Ana', ownership_percent: 40 }, { first_name: 'Bo' }]
const documentWith = (form: object): ContractorApplicationDocument => ({
  ...{ id: 'ctrcapp_7', business_id: 'bus_1', status: 'UNDER_REVIEW', application_data: null },
  ...{ link_hash: 'hash', link_until: 0, contractor_id: null, created_at: '', updated_at: '' },
  form: form as ContractorForm,
})

describe('the form of a contractor that was saved before owners had ids', () => {
  const former = documentWith({
    ...{ type: 'COMPANY', individual: null, bank_account: null, terms_accepted: false },
    company: { legal_name: 'Okafor Hair LLC', company_owners: owners },
  })

  test('each owner has an id, which is always the same', () => {
    const ids = formOf(former).company?.company_owners?.map(({ id }) => id) ?? []
    expect(new Set(ids).size).toBe(2)
    expect(ids.every((id) => id.startsWith('own_'))).toBe(true)
    expect(formOf(former).company?.company_owners?.map(({ id }) => id)).toEqual(ids)
  })

  test('an owner that is sent with this id keeps the fields that are not sent', () => {
    const form = formOf(former)
    const [, second] = form.company?.company_owners ?? []
    const merged = mergeForm(
      form,
      {},
      { company: { company_owners: [{ id: second?.id, email: 'bo@example.com' }] } },
      '2026-11-22',
      () => 'own_new',
    )
    expect(merged.problems).toEqual([])
    expect(merged.form.company?.company_owners).toEqual([
      { id: second?.id, first_name: 'Bo', email: 'bo@example.com' },
    ])
  })
})

test('a form without a company or without owners is unchanged', () => {
  const form = { type: 'COMPANY', individual: null, company: null, bank_account: null, terms_accepted: true }
  expect(formOf(documentWith(form))).toEqual(form)
  const ownerless = { ...form, company: { legal_name: 'Okafor Hair LLC' } }
  expect(formOf(documentWith(ownerless))).toEqual(ownerless)
})
