import { addressFields, bankFields, birthDateField, einField, nameFields, ssnField } from './common-fields.ts'
import type { Field, Step } from './field.ts'
import { timeZones } from './options.ts'

/** The browser's time zone if it is in the list; otherwise '', since a value not in the list would be saved unseen. */
function ownTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZones.includes(timeZone) ? timeZone : ''
}

const ofBusiness = (path: string, kind: Field['kind'], label: Field['label'], autoComplete: string) => ({
  path,
  kind,
  label,
  autoComplete,
})

const businessFields: readonly Field[] = [
  ofBusiness('company.legal_name', 'text', 'field.legalName', 'organization'),
  { ...ofBusiness('name', 'text', 'field.tradeName', 'off'), hint: 'hint.tradeName' },
  {
    ...ofBusiness('company.ownership_type', 'select', 'field.ownershipType', 'off'),
    options: 'ownership_types',
  },
  { ...einField, hint: 'hint.einOrNone' },
  {
    ...ofBusiness('company.stock_symbol', 'text', 'field.stockSymbol', 'off'),
    when: (text) => text('company.ownership_type') === 'PUBLIC',
  },
  {
    ...ofBusiness('company.mcc', 'select', 'field.category', 'off'),
    options: 'categories',
    hint: 'hint.category',
  },
  ofBusiness('company.phone_number', 'tel', 'field.businessPhone', 'tel'),
  { ...ofBusiness('company.website', 'url', 'field.website', 'url'), optional: true },
  { ...ofBusiness('company.business_start_date', 'date', 'field.startDate', 'off'), optional: true },
  {
    ...ofBusiness('company.timezone', 'select', 'field.timeZone', 'off'),
    options: 'time_zones',
    hint: 'hint.timeZone',
    optional: true,
    initial: ownTimeZone,
  },
]

const money = (path: string, label: Field['label'], hint?: Field['hint']): Field => ({
  ...{ path: `industry_volume.${path}`, kind: 'money', label, autoComplete: 'off' },
  ...(hint === undefined ? {} : { hint }),
})
const percent = (path: string, label: Field['label']): Field => ({
  ...{ path, kind: 'percent', label, autoComplete: 'off', optional: true },
})

/** Sections 2.11 and 3.4: the facts that an underwriter needs about a business. */
export const applicationSteps: readonly Step[] = [
  {
    name: 'business',
    title: 'step.business',
    text: 'stepText.business',
    blocks: [{ kind: 'fields', fields: businessFields }],
  },
  {
    name: 'sales',
    title: 'step.sales',
    text: 'stepText.sales',
    blocks: [
      {
        kind: 'fields',
        fields: [
          money('avg_annual_volume', 'field.annualVolume', 'hint.annualVolume'),
          money('avg_ticket_amount', 'field.averageSale'),
          money('high_ticket_amount', 'field.highestSale'),
        ],
      },
      {
        kind: 'fields',
        title: 'block.modes',
        fields: [
          percent('transaction_modes.in_person', 'field.inPerson'),
          percent('transaction_modes.online', 'field.online'),
        ],
      },
      {
        kind: 'fields',
        title: 'block.deliveries',
        fields: [
          percent('services_deliveries.same_day_delivery', 'field.sameDay'),
          percent('services_deliveries.one_week_delivery', 'field.oneWeek'),
          percent('services_deliveries.two_week_delivery', 'field.twoWeeks'),
          percent('services_deliveries.one_month_delivery', 'field.oneMonth'),
          percent('services_deliveries.more_than_one_month_delivery', 'field.longer'),
        ],
      },
    ],
  },
  {
    name: 'address',
    title: 'step.address',
    text: 'stepText.address',
    blocks: [{ kind: 'fields', fields: addressFields('address', 'shipping ') }],
  },
  {
    name: 'owners',
    title: 'step.owners',
    text: 'stepText.owners',
    blocks: [
      {
        kind: 'list',
        list: {
          path: 'owners',
          hasSigner: true,
          copy: { label: 'action.sameAddress', from: 'address', to: 'residence_address' },
          fields: [
            ...nameFields('', 'section-owner '),
            { path: 'title', kind: 'select', label: 'field.title', options: 'titles', autoComplete: 'off' },
            {
              path: 'ownership_percent',
              kind: 'percent',
              label: 'field.ownership',
              hint: 'hint.ownership',
              autoComplete: 'off',
            },
            ssnField('ssn'),
            birthDateField('birth_date', 'section-owner '),
            ...addressFields('residence_address', 'section-owner '),
          ],
        },
      },
    ],
  },
  {
    name: 'bank',
    title: 'step.bank',
    text: 'stepText.bank',
    blocks: [{ kind: 'fields', fields: bankFields(true) }],
  },
  { name: 'documents', title: 'step.documents', text: 'stepText.documents', blocks: [] },
  { name: 'check', title: 'step.check', blocks: [] },
]
