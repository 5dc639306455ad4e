import { applicantSecrets } from './whole-application.ts'

const address = {
  country: 'US',
  state: 'IL',
  city: 'Springfield',
  zip_code: '62701',
  address_line1: '9 Elm Street',
}

const bank_account = {
  routing_number: '110000000',
  account_number: applicantSecrets.accountNumber,
  account_type: 'savings',
  account_holder: 'Grace Okafor',
} as const

/** Everything that the form of an individual needs. */
export const wholeIndividual = {
  type: 'INDIVIDUAL',
  individual: {
    first_name: 'Grace',
    last_name: 'Okafor',
    email: 'grace@example.com',
    phone_number: '+12175550102',
    address,
    birth_date: applicantSecrets.birthDate,
    ssn: '457-55-8462',
  },
  bank_account,
  terms_accepted: true,
} as const

/** Everything that the form of a company needs. */
export const wholeCompany = {
  type: 'COMPANY',
  company: {
    name: 'Okafor Hair',
    legal_name: 'Okafor Hair LLC',
    email: 'office@example.com',
    ownership_type: 'LIMITED_LIABILITY_COMPANY',
    ein: '84-9237516',
    business_address: address,
    company_owners: [
      { first_name: 'Grace', last_name: 'Okafor', email: 'grace@example.com', ownership_percent: 80 },
    ],
  },
  bank_account,
  terms_accepted: true,
} as const

/** Fills in the form behind a contractor's link and submits it, as the page does. */
export async function submitContractorForm(link: string, form: object = wholeIndividual): Promise<void> {
  const { origin, pathname, hash } = new URL(link)
  const id = pathname.split('/').at(-1) ?? ''
  const page = `${origin}/contractor_application_pages/${id}`
  const headers = { 'x-client-secret': `${id}_secret_${hash.slice(1)}` }
  const saved = await fetch(page, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(form),
  })
  if (!saved.ok) throw new Error(`the form was not saved: ${await saved.text()}`)
  const submitted = await fetch(`${page}/submit`, { method: 'POST', headers })
  if (!submitted.ok) throw new Error(`the form was not submitted: ${await submitted.text()}`)
}
