/** Secrets of an applicant, which only the vault may hold. */
export const applicantSecrets = {
  ssn: '457558462',
  ein: '849237516',
  birthDate: '1983-07-29',
  accountNumber: '730918264455',
} as const

const address = {
  country: 'US',
  state: 'IL',
  city: 'Springfield',
  zip_code: '62701',
  address_line1: '1 Main Street',
}

/** Everything that a submission needs except business_id and processing_plan_id. */
export const wholeApplication = {
  name: 'Corner Café',
  company: {
    ownership_type: 'LIMITED_LIABILITY_COMPANY',
    category: 'RETAIL',
    ein: '84-9237516',
    legal_name: 'Corner Café LLC',
    dba_name: 'Corner Café',
    business_start_date: '2019-04-01',
    website: 'https://corner.example.com',
    timezone: 'America/Chicago',
    phone_number: '+12175550100',
    mcc: '5812',
  },
  address,
  industry_volume: { avg_annual_volume: 25_000_000, avg_ticket_amount: 1850, high_ticket_amount: 20_000 },
  services_deliveries: { same_day_delivery: 100 },
  transaction_modes: { in_person: 90, online: 10 },
  owners: [
    {
      first_name: 'Ana',
      last_name: 'Torres',
      email: 'ana@example.com',
      phone_number: '+12175550101',
      title: 'MEMBER LLC',
      ownership_percent: 60,
      ssn: '457-55-8462',
      birth_date: applicantSecrets.birthDate,
      residence_address: address,
      signer: true,
    },
  ],
  bank_account: {
    routing_number: '110000000',
    account_number: applicantSecrets.accountNumber,
    account_type: 'checking',
    account_holder: 'Corner Café LLC',
  },
  terms_accepted: true,
} as const
