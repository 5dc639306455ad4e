import type { Field } from './field.ts'

/** @param section autofill section for the browser, such as `shipping `; empty for the reader's own address */
export const addressFields = (path: string, section: string): readonly Field[] => [
  {
    path: `${path}.country`,
    kind: 'select',
    label: 'field.country',
    options: 'countries',
    autoComplete: `${section}country`,
    initial: () => 'US',
  },
  {
    path: `${path}.address_line1`,
    kind: 'text',
    label: 'field.line1',
    autoComplete: `${section}address-line1`,
  },
  {
    path: `${path}.address_line2`,
    kind: 'text',
    label: 'field.line2',
    autoComplete: `${section}address-line2`,
    optional: true,
  },
  { path: `${path}.city`, kind: 'text', label: 'field.city', autoComplete: `${section}address-level2` },
  { path: `${path}.state`, kind: 'state', label: 'field.state', autoComplete: `${section}address-level1` },
  { path: `${path}.zip_code`, kind: 'zip', label: 'field.zip', autoComplete: `${section}postal-code` },
]

/** The account for payouts. Browsers do not fill these in and should not store them. */
export const bankFields = (optional: boolean): readonly Field[] => [
  {
    path: 'bank_account.account_holder',
    kind: 'text',
    label: 'field.accountHolder',
    autoComplete: 'off',
    optional,
  },
  {
    path: 'bank_account.routing_number',
    kind: 'digits',
    label: 'field.routing',
    hint: 'hint.routing',
    autoComplete: 'off',
    most: 9,
    optional,
  },
  {
    path: 'bank_account.account_number',
    kind: 'digits',
    label: 'field.accountNumber',
    autoComplete: 'off',
    most: 17,
    confidential: true,
    optional,
  },
  {
    path: 'bank_account.account_type',
    kind: 'choice',
    label: 'field.accountType',
    options: 'account_types',
    autoComplete: 'off',
    optional,
  },
]

export const nameFields = (path: string, section: string): readonly Field[] => [
  { path: `${path}first_name`, kind: 'text', label: 'field.firstName', autoComplete: `${section}given-name` },
  { path: `${path}last_name`, kind: 'text', label: 'field.lastName', autoComplete: `${section}family-name` },
  { path: `${path}email`, kind: 'email', label: 'field.email', autoComplete: `${section}email` },
  {
    path: `${path}phone_number`,
    kind: 'tel',
    label: 'field.phone',
    autoComplete: `${section}tel`,
    optional: true,
  },
]

export const ssnField = (path: string): Field => ({
  path,
  kind: 'digits',
  label: 'field.ssn',
  hint: 'hint.ssn',
  autoComplete: 'off',
  most: 9,
  confidential: true,
})
export const birthDateField = (path: string, section: string): Field => ({
  path,
  kind: 'date',
  label: 'field.birthDate',
  autoComplete: `${section}bday`,
  confidential: true,
})
export const einField: Field = {
  path: 'company.ein',
  kind: 'digits',
  label: 'field.ein',
  hint: 'hint.ein',
  autoComplete: 'off',
  most: 9,
  confidential: true,
}
