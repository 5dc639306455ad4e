import { expect } from '@playwright/test'
import { wholeApplication } from '../support/whole-application.ts'
import { submitContractorForm } from '../support/whole-contractor.ts'
import { fits, overflow, violations, violationsOfLooks } from './support/accessibility.ts'
import { test } from './support/payer.ts'
import { resize } from './support/resize.ts'

test("applications are decided on the underwriter's page, which passes every accessibility rule", async ({
  payments,
  payer,
}) => {
  const { url, private_key: privateKey } = payments
  const call = async <Reply>(path: string, body?: object): Promise<Reply> => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': privateKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(response.status, path).toBe(200)
    return (await response.json()) as Reply
  }
  // A unique name, since the service has applications of other files in this worker.
  const applicant = 'Bridge Café'
  const { id: business_id } = await call<{ id: string }>('/businesses', { name: applicant })
  const { data } = await call<{ data: { id: string }[] }>('/processing_plans')
  const { id } = await call<{ id: string }>('/applications', {
    ...{ business_id, processing_plan_id: data[0]?.id, ...wholeApplication, name: applicant },
  })
  await call(`/applications/${id}/submit`, {})
  const begin = () =>
    call<{ contractor_application_id: string; link: string }>('/contractors/link', {
      ...{ parent_id: business_id, parent_type: 'BUSINESS' },
    })
  const [begun, sent] = [await begin(), await begin()]
  await submitContractorForm(sent.link)

  const page = await payer.open(`${url}/sandbox/underwriting`)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const show = async (key: string) => {
    await page.getByLabel('API key of the sandbox').fill(key)
    await press('Show applications')
  }
  await show('sk_wrong')
  await expect(page.getByRole('alert')).toContainText('api_key_invalid')
  await show(privateKey)
  const card = page.getByRole('article', { name: applicant })
  const move = async (name: string, becomes: string) => {
    await card.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('status')).toContainText(`is ${becomes} now`)
  }
  await move('Next step by its name', 'UNDERWRITING')
  await page.getByLabel('Documents to ask for').fill('VOIDED_CHEQUE, BANK_STATEMENT')
  await page.getByLabel('Reason').fill('Which account?')
  await move('NEED_INFORMATION', 'NEED_INFORMATION')
  expect(await call(`/applications/${id}`)).toMatchObject({
    status_reason: 'Which account?',
    documents_requested: { document_types: ['VOIDED_CHEQUE', 'BANK_STATEMENT'], required: true },
  })
  expect(await violations(page)).toEqual([])
  await move('UNDERWRITING', 'UNDERWRITING')
  await move('APPROVED', 'APPROVED')
  await expect(card).toContainText('This is final.')
  expect((await call<{ account_id: string }>(`/applications/${id}`)).account_id).toMatch(/^acct_/)
  const unsent = page.getByRole('article', { name: begun.contractor_application_id })
  await expect(unsent.getByRole('button')).toHaveText(['REJECTED'])
  await unsent.getByRole('button').click()
  await expect(page.getByRole('status')).toContainText(`${begun.contractor_application_id} is REJECTED now`)
  const grace = page.getByRole('article', { name: 'Grace Okafor' })
  await grace.getByText('APPROVED').click()
  await expect(page.getByRole('status')).toContainText('Grace Okafor is APPROVED now')
  // Contractors of other files in this worker may still wait.
  await expect(grace).toHaveCount(0)
  await expect(unsent).toHaveCount(0)

  await resize(page, { width: 320, height: 640 })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOfLooks(page)).toEqual([])
  expect(await overflow(page)).toEqual(fits)
  expect(payer.complaints).toEqual([])
})
