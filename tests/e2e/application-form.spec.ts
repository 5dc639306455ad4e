import { mkdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { must } from '../support/must.ts'
import { applicantSecrets } from '../support/whole-application.ts'
import { fits, overflow, violations, violationsOfLooks } from './support/accessibility.ts'
import { largePhoto } from './support/large-photo.ts'
import { expect, type Payer, test } from './support/payer.ts'
import { resize } from './support/resize.ts'
import type { TestService } from './support/service.ts'

const pictures = process.env.FORM_PICTURES
const phone = { width: 360, height: 740 }
const pdf = {
  name: 'statement.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7 a statement'),
}

async function beginApplication({ client }: TestService, name = 'Corner Café') {
  const business = await must(client.call('businesses.create', { body: { name } }))
  const { data } = await must(client.call('processing_plans.list', { query: {} }))
  const body = {
    business_id: business.id,
    ...(data[0] === undefined ? {} : { processing_plan_id: data[0].id }),
  }
  const { id } = await must(client.call('applications.create', { body }))
  const { link } = await must(client.call('applications.link', { params: { id } }))
  return { id, link }
}

const expectScreen = (page: Page, screen: string) =>
  expect(page.locator(`[data-screen="${screen}"]`)).toBeVisible()
/** Waits until everything that was typed has been saved. */
const expectSaved = (page: Page) => expect(page.locator('[data-saving=saved]')).toBeVisible()

async function openOnPhone(payer: Payer, link: string): Promise<Page> {
  const page = await payer.open('about:blank')
  await resize(page, phone)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(link)
  return page
}

/** Checks all accessibility rules in light, then those that dark colours and the smallest phone can change. */
async function lookAt(page: Page, name: string) {
  if (pictures !== undefined) {
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
  }
  expect(await violations(page), name).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await resize(page, { width: 320, height: 640 })
  expect(await violationsOfLooks(page), name).toEqual([])
  expect(await overflow(page), name).toEqual(fits)
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}-dark.png`, fullPage: true })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await resize(page, phone)
}

async function fillAddress(page: Page, street: string) {
  await page.getByLabel('Street and number').fill(street)
  await page.getByLabel('City').fill('Springfield')
  await page.getByLabel('State or province').fill('IL')
  await page.getByLabel('Postal code').fill('62701')
}
async function fillBank(page: Page) {
  await page.getByLabel('Name on the account').fill('Ana Torres')
  await page.getByLabel('Routing number').fill('110000000')
  await page.getByLabel('Account number').fill(applicantSecrets.accountNumber)
  await page.getByRole('radio', { name: 'Checking' }).check()
}
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

test('an applicant fills in the form on a phone, comes back to it, sends it, and later adds what is asked for', async ({
  payer,
  payments,
}) => {
  test.setTimeout(480_000)
  const { id, link } = await beginApplication(payments)
  const page = await openOnPhone(payer, link)
  await expectScreen(page, 'step-business')
  await expect(page.locator('#page > *')).toHaveCount(1)
  await lookAt(page, 'business')
  await page.getByLabel('Legal name').fill('Corner Café LLC')
  await page.getByLabel('Name your customers know').fill('Corner Café document')
  await page.getByLabel('Legal form').selectOption('LIMITED_LIABILITY_COMPANY')
  await page.getByLabel('Tax number (EIN)').fill('84-92')
  await page.getByLabel('Business phone').fill('+12175550100')
  await expect(page.getByLabel('Tax number (EIN)')).toHaveAccessibleDescription('This has 9 digits.')
  await goOn(page)
  await expect(page.getByLabel('Tax number (EIN)')).toBeFocused()
  await page.getByLabel('Tax number (EIN)').fill('84-9237516')
  // Data for the vault are sent when their field loses the focus.
  await page.getByLabel('What you sell').focus()
  await page.getByLabel('What you sell').selectOption('5812')
  await expect(page.getByLabel('Tax number (EIN)')).toHaveAccessibleDescription(/Saved: •••••7516/)
  await expect(page.getByLabel('Tax number (EIN)')).toHaveValue('')
  await goOn(page)

  await expectScreen(page, 'step-sales')
  await page.getByLabel('Card sales in a year (USD)').fill('250,000')
  await page.getByLabel('Average sale (USD)').fill('18.50')
  // Without a connection, typed data are kept, and sent when it is back.
  await page.route('**/application_pages/**', (route) => route.abort('internetdisconnected'))
  await page.getByLabel('Highest sale (USD)').fill('200')
  await page.getByLabel('In person').fill('100')
  await expect(page.getByText(/No connection right now/)).toBeVisible()
  await lookAt(page, 'sales-offline')
  await page.unroute('**/application_pages/**')
  await expectSaved(page)
  await goOn(page)
  await expectScreen(page, 'step-address')
  await fillAddress(page, '1 Main Street')
  await lookAt(page, 'address')
  await expectSaved(page)

  // The next day, the same link opens the form at the same step with its data.
  await page.reload()
  await expectScreen(page, 'step-address')
  await expect(page.getByLabel('City')).toHaveValue('Springfield')
  await goOn(page)
  await expectScreen(page, 'step-owners')
  await page.getByLabel('First name').fill('Ana')
  await page.getByLabel('Last name').fill('Torres')
  await page.getByLabel('E-mail').fill('ana@example.com')
  await expect(page.getByLabel('Position').getByRole('option', { name: 'Partner' })).toHaveCount(0)
  await page.getByLabel('Position').selectOption('MEMBER LLC')
  await page.getByLabel('Share of the business (%)').fill('60')
  await page.getByLabel('Social security number').fill('457-55-8462')
  await page.getByLabel('Birth date').fill(applicantSecrets.birthDate)
  await page.getByRole('button', { name: 'Same as the business’s address' }).click()
  await page.getByRole('button', { name: 'Add another owner' }).click()
  await page.getByLabel('First name').nth(1).fill('Ben')
  await page.getByLabel('Share of the business (%)').nth(1).fill('50')
  await expect(page.getByText('The shares add up to 110%')).toBeVisible()
  await page.getByRole('button', { name: 'Remove owner 2' }).click()
  await expect(page.getByText('All shares: 60% of 100%')).toBeVisible()
  await expectSaved(page)
  // Somebody adds an owner on another device, and adding one here does not remove it.
  const laptop = await openOnPhone(payer, link)
  await expectScreen(laptop, 'step-business')
  for (const step of ['sales', 'address', 'owners']) {
    await goOn(laptop)
    await expectScreen(laptop, `step-${step}`)
  }
  await laptop.getByRole('button', { name: 'Add another owner' }).click()
  await laptop.getByLabel('First name').nth(1).fill('Dan')
  await expect(laptop.getByText(/also filled in/)).toHaveCount(0)
  await expectSaved(laptop)
  await page.getByRole('button', { name: 'Add another owner' }).click()
  await page.getByLabel('First name').nth(1).fill('Cleo')
  await expect(page.getByText(/also filled in on another device/)).toBeVisible()
  await expectSaved(page)
  await expect(page.getByLabel('First name')).toHaveCount(3)
  await lookAt(page, 'owners')
  await page.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('button', { name: 'Remove owner 3' }).click()
  await page.getByRole('button', { name: 'Remove owner 2' }).click()
  await expectSaved(page)
  await laptop.close()
  await goOn(page)
  await expectScreen(page, 'step-bank')
  await fillBank(page)
  await lookAt(page, 'bank')
  await goOn(page)
  await expectScreen(page, 'step-documents')
  await page.getByLabel('Choose a file').setInputFiles({ ...pdf, buffer: Buffer.from('MZ a program') })
  await expect(page.getByText(/neither a PDF nor a JPEG/)).toBeVisible()
  // A photo of 8 MB is reduced before it is sent.
  const photo = { name: 'IMG_0001.png', mimeType: 'image/png', buffer: largePhoto() }
  await page.getByLabel('Choose a file').setInputFiles(photo)
  await expect(page.getByRole('listitem').filter({ hasText: 'IMG_0001.jpg' })).toBeVisible()
  await lookAt(page, 'documents')
  await goOn(page)
  await expectScreen(page, 'step-check')
  await expect(page.getByText('Everything is there.')).toBeVisible()
  await page.getByRole('button', { name: 'Send the application' }).click()
  await expect(page.getByText('One thing is still missing:')).toHaveCount(0)
  const terms = page.getByLabel(/I am authorized to apply/)
  await expect(terms).toBeFocused()
  await expect(terms).toHaveAccessibleDescription('Tick this box before you send the application.')
  await terms.check()
  await lookAt(page, 'check')
  // Data in the vault are never shown again, here either.
  expect(await page.content()).not.toMatch(
    /457558462|457-55-8462|849237516|84-9237516|730918264455|1983-07-29/,
  )
  await page.getByRole('button', { name: 'Send the application' }).click()
  await expectScreen(page, 'review')
  await lookAt(page, 'review')

  const advance = (body: object) =>
    must(payments.client.call('sandbox.applications.advance', { params: { id }, body }))
  await advance({})
  await advance({})
  await page.reload()
  await expectScreen(page, 'needed')
  await expect(page.getByText('Please send your last bank statement.')).toBeVisible()
  await lookAt(page, 'needed')
  await page.getByLabel('Choose a file: Bank statement').setInputFiles(pdf)
  await expectScreen(page, 'review')
  await advance({})
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectScreen(page, 'approved')
  await lookAt(page, 'approved')

  // No data stay in the browser, and all requests go to the service.
  const token = link.split('#')[1] ?? 'none'
  const state = JSON.stringify(await payer.context.storageState({ indexedDB: true }))
  expect(state).not.toMatch(/457558462|849237516|730918264455|1983-07-29/)
  expect(state).not.toContain(token)
  for (const { url, referrer } of payer.requests) {
    expect(`${url.split('#')[0]} ${referrer}`).not.toContain(token)
  }
  expect(payer.complaints).toEqual([])
})

test('a contractor applies as a person or as a company, in each language of the page', async ({
  payer,
  payments,
}) => {
  test.setTimeout(480_000)
  const { client } = payments
  const business = await must(client.call('businesses.create', { body: { name: 'Harbour Hair' } }))
  const begin = () =>
    must(
      client.call('contractors.link', {
        body: {
          ...{ parent_id: business.id, parent_type: 'BUSINESS' },
          application_data: { individual: { first_name: 'Grace', email: 'grace@example.com' } },
        },
      }),
    )
  const own = await begin()
  const page = await openOnPhone(payer, own.link)
  await expectScreen(page, 'step-who')
  await expect(page.getByLabel('First name')).toHaveValue('Grace')
  await lookAt(page, 'contractor-who')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('Social security number').fill('457558462')
  await page.getByLabel('Birth date').fill(applicantSecrets.birthDate)
  await goOn(page)
  await expectScreen(page, 'step-address')
  await fillAddress(page, '9 Elm Street')
  await goOn(page)
  await expectScreen(page, 'step-bank')
  await goOn(page)
  await expectScreen(page, 'step-check')
  // A missing item is a link to its field.
  await expect(page.getByText('4 things are still missing:')).toBeVisible()
  await lookAt(page, 'contractor-missing')
  await page.getByRole('button', { name: 'Send the application' }).click()
  await page.getByRole('button', { name: 'Account number' }).click()
  await expectScreen(page, 'step-bank')
  await expect(page.getByLabel('Account number')).toBeFocused()
  await fillBank(page)
  await goOn(page)
  await page.getByLabel(/I am authorized to apply/).check()
  await page.getByRole('button', { name: 'Send the application' }).click()
  await expectScreen(page, 'review')
  const params = { id: own.contractor_application_id }
  await must(client.call('sandbox.contractor_applications.advance', { params, body: { to: 'REJECTED' } }))
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectScreen(page, 'declined')
  await lookAt(page, 'contractor-declined')

  const other = await begin()
  for (const [locale, company, owner] of [
    ['es-MX', 'Una empresa', 'Propietario 1'],
    ['fr-CA', 'Une entreprise', 'Propriétaire 1'],
  ] as const) {
    const browser = payer.context.browser()
    if (browser === null) throw new Error('the browser is gone')
    const context = await browser.newContext({ locale, viewport: { width: 320, height: 640 } })
    const foreign = await context.newPage()
    await foreign.goto(other.link)
    await expectScreen(foreign, 'step-who')
    await foreign.getByRole('radio', { name: company }).check()
    await expectSaved(foreign)
    for (const step of ['who', 'address', 'owners', 'bank', 'check']) {
      await expectScreen(foreign, `step-${step}`)
      if (step === 'owners') await expect(foreign.getByRole('group', { name: owner })).toBeVisible()
      expect(await overflow(foreign), `${locale} ${step}`).toEqual(fits)
      if (pictures !== undefined)
        await foreign.screenshot({ path: `${pictures}/${locale}-${step}.png`, fullPage: true })
      if (step !== 'check') await foreign.locator('button[type=submit]').click()
    }
    await context.close()
  }

  const [base] = other.link.split('#')
  for (const link of [`${base}#wrong`, base ?? '']) {
    await expectScreen(await openOnPhone(payer, link), 'not_found')
  }
  const wrong = await openOnPhone(payer, `${base}#wrong`)
  await lookAt(wrong, 'not-found')
  await wrong.route('**/contractor_application_pages/**', (route) => route.abort('internetdisconnected'))
  await wrong.reload()
  await expectScreen(wrong, 'unreachable')
  await lookAt(wrong, 'unreachable')
  expect(payer.complaints).toEqual([])
})

test('without JavaScript one sentence explains the page, and nothing seems to be loading', async ({
  payments,
  chromium,
}) => {
  for (const [path, sentence] of [
    ['/apply/app_1', /Ce formulaire a besoin de JavaScript/],
    ['/checkout/cs_1', /Cette page a besoin de JavaScript/],
    ['/portal/overview', /Le portail a besoin de JavaScript/],
  ] as const) {
    const context = await chromium.newContext({ locale: 'fr-CA', javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${payments.url}${path}`)
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.locator('.loading')).toBeHidden()
    await context.close()
  }
})
