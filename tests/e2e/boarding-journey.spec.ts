import type { Page } from '@playwright/test'
import { createClient } from '../../src-shared/api/client.ts'
import type { Application } from '../../src-shared/api/schemas/application.ts'
import { must } from '../support/must.ts'
import { startWebhookListener } from '../support/webhook-listener.ts'
import { applicantSecrets, wholeApplication } from '../support/whole-application.ts'
import { submitContractorForm } from '../support/whole-contractor.ts'
import { launchApp } from './support/app.ts'
import { charge, readyToSell } from './support/counter.ts'
import { expect, test } from './support/payer.ts'
import { resize } from './support/resize.ts'
import { reaches } from './support/screen.ts'
import { startTerminal } from './support/terminal-process.ts'
import { noTips } from './support/trouble.ts'

const statement = {
  name: 'statement.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7 a statement'),
}
const expectScreen = (page: Page, screen: string) =>
  expect(page.locator(`[data-screen="${screen}"]`)).toBeVisible()

test('a partner boards a merchant, whose counter sells, whose contractor is paid, and who sees all of it in the portal', async ({
  payments,
  payer,
}) => {
  test.setTimeout(480_000)
  const { url, private_key } = payments
  const admin = createClient({ baseUrl: url, apiKey: private_key })
  const listener = await startWebhookListener()
  const closing: (() => Promise<void>)[] = [() => listener.stop()]
  try {
    // The partner creates a business, an application with the known data, and its link.
    const endpoint = await must(
      admin.call('webhook_endpoints.create', { body: { url: listener.url('/hook') } }),
    )
    const arrived = async (type: string) => {
      const found = () =>
        listener.verified('/hook', endpoint.secret ?? '').filter((event) => event.type === type)
      await expect.poll(() => found().length).toBeGreaterThan(0)
      return found().at(-1)?.data.object as Record<string, unknown>
    }
    const business = await must(admin.call('businesses.create', { body: { name: 'Corner Café' } }))
    const { data: plans } = await must(admin.call('processing_plans.list', { query: {} }))
    const { owners, bank_account, terms_accepted: _, ...known } = wholeApplication
    const [{ ssn, birth_date, ...owner }] = owners
    const params = await must(
      admin.call('applications.create', {
        body: { ...known, owners: [owner], business_id: business.id, processing_plan_id: plans[0]?.id ?? '' },
      }),
    )
    const { link } = await must(admin.call('applications.link', { params }))

    // The merchant fills in the rest on a phone.
    const form = await payer.open('about:blank')
    await resize(form, { width: 360, height: 740 })
    await form.goto(link)
    const goOn = () => form.getByRole('button', { name: 'Continue' }).click()
    for (const step of ['step-business', 'step-sales', 'step-address']) {
      await expectScreen(form, step)
      await goOn()
    }
    await expectScreen(form, 'step-owners')
    await form.getByLabel('Social security number').fill(ssn)
    await form.getByLabel('Birth date').fill(birth_date)
    await goOn()
    await expectScreen(form, 'step-bank')
    await form.getByLabel('Name on the account').fill(bank_account.account_holder)
    await form.getByLabel('Routing number').fill(bank_account.routing_number)
    await form.getByLabel('Account number').fill(applicantSecrets.accountNumber)
    await form.getByRole('radio', { name: 'Checking' }).check()
    await goOn()
    await expectScreen(form, 'step-documents')
    await goOn()
    await expectScreen(form, 'step-check')
    await form.getByLabel(/I am authorized to apply/).check()
    await form.getByRole('button', { name: 'Send the application' }).click()
    await expectScreen(form, 'review')

    // The underwriter asks for a document, gets it through the same link, and approves.
    const underwriting = await payer.open(`${url}/sandbox/underwriting`)
    await underwriting.getByLabel('API key of the sandbox').fill(private_key)
    await underwriting.getByRole('button', { name: 'Show applications' }).click()
    const card = underwriting.getByRole('article', { name: 'Corner Café' })
    const decide = async (to: string) => {
      await card.getByRole('button', { name: to, exact: true }).click()
      await expect(underwriting.getByRole('status')).toContainText(`is ${to} now`)
    }
    await decide('UNDERWRITING')
    await decide('NEED_INFORMATION')
    await arrived('v2.application.needs_information')
    await form.reload()
    await expectScreen(form, 'needed')
    await form.getByLabel('Choose a file: Bank statement').setInputFiles(statement)
    await expectScreen(form, 'review')
    await underwriting.getByRole('button', { name: 'Show applications' }).click()
    await decide('APPROVED')
    const created = await arrived('v2.account.created')
    const { account_id } = created.application as Application
    expect(created).toMatchObject({ id: account_id, status: 'boarded', payouts_enabled: true })

    // A contractor of the business.
    const begun = await must(
      admin.call('contractors.link', {
        body: { parent_id: business.id, parent_type: 'BUSINESS' },
      }),
    )
    await submitContractorForm(begun.link)
    await must(
      admin.call('sandbox.contractor_applications.advance', {
        params: { id: begun.contractor_application_id },
        body: { to: 'APPROVED' },
      }),
    )
    const contractor = await arrived('v2.contractor.approved')

    // The counter gets a terminal by activation code, and makes the first sale on the new account.
    const accountId = `${account_id}`
    const key = await must(
      admin.call('api_keys.create', { body: { level: 'account', name: 'Counter', account_id: accountId } }),
    )
    const client = createClient({ baseUrl: url, apiKey: key.key, accountId })
    const { merchant_id } = await must(client.call('accounts.get', { params: { id: accountId } }))
    const service = { ...payments, client, account_id: accountId, merchant_id, private_key: key.key }
    const terminal = await startTerminal(service, '--script', 'approve')
    closing.unshift(() => terminal.stop())
    const app = await launchApp({ service, hsn: 'VT-E2E-1', settings: noTips })
    closing.unshift(() => app.close())
    await readyToSell(app.pos)
    await charge(app.pos, '4200')
    await reaches(app.pos, 'Approved')
    const { data: sold } = await must(client.call('payment_intents.list', { query: {} }))
    expect(sold).toMatchObject([{ status: 'captured', amount: 4200, account_id: accountId }])

    // A second sale with a share for the contractor, then the day's settlement.
    const payment_splits = [{ account_id: `${contractor.id}`, amount: 1500, description: 'Cake' }]
    const shared = await must(
      client.call('payment_intents.create', { body: { amount: 6000, payment_splits } }),
    )
    const method = await must(
      client.call('tokens.create', {
        body: {
          ...{ client_secret: shared.client_secret ?? '', payment_method_type: 'card' as const },
          card: { number: '4242424242424242', exp_month: '12', exp_year: '2049' },
        },
      }),
    )
    await must(client.call('payments.create', { params: shared, body: { payment_method_id: method.id } }))
    const day = await must(admin.call('sandbox.settlements.close', { body: { account_id: accountId } }))
    // 2.9 % and 10 cents per sale.
    expect(day).toMatchObject({ amount_captured: 10_200, amount_fees: 132 + 184, amount_splits: 1500 })

    // The owner signs in to the portal and sees the fee and the share.
    const { data: users } = await must(admin.call('users.list', { query: { business_id: business.id } }))
    const { login_url } = await must(admin.call('users.login_url', { params: { id: users[0]?.id ?? '' } }))
    const portal = await payer.open(login_url)
    await portal.getByRole('button').click()
    const visit = async (name: string) => {
      await portal
        .getByRole('navigation', { name: 'Sections' })
        .getByRole('link', { name, exact: true })
        .click()
      await expect(portal.getByRole('heading', { level: 1, name })).toBeVisible()
    }
    await visit('Settlements')
    await expect(portal.getByRole('cell', { name: '-$15.00' })).toBeVisible()
    await expect(portal.getByText('$1.32').first()).toBeVisible()
    await visit('Contractors')
    await portal.getByRole('link', { name: 'Grace Okafor' }).click()
    await expect(portal.getByRole('cell', { name: '$15.00' })).toBeVisible()
    expect(payer.complaints).toEqual([])
  } finally {
    for (const close of closing) await close()
  }
})
