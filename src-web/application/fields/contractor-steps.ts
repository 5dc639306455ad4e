import { addressFields, bankFields, birthDateField, einField, nameFields, ssnField } from './common-fields.ts'
import type { Step, TextOf } from './field.ts'

const isIndividual = (text: TextOf) => text('type') === 'INDIVIDUAL'
const isCompany = (text: TextOf) => text('type') === 'COMPANY'

/** Section 2.11: an individual or a company; bank details are part of the application. */
export const contractorSteps: readonly Step[] = [
  {
    name: 'who',
    title: 'step.who',
    text: 'stepText.who',
    blocks: [
      {
        kind: 'fields',
        fields: [
          {
            path: 'type',
            kind: 'choice',
            label: 'field.contractorType',
            options: 'contractor_types',
            autoComplete: 'off',
          },
        ],
      },
      {
        kind: 'fields',
        when: isIndividual,
        fields: [
          ...nameFields('individual.', ''),
          birthDateField('individual.birth_date', ''),
          ssnField('individual.ssn'),
        ],
      },
      {
        kind: 'fields',
        when: isCompany,
        fields: [
          {
            path: 'company.legal_name',
            kind: 'text',
            label: 'field.legalName',
            autoComplete: 'organization',
          },
          {
            path: 'company.name',
            kind: 'text',
            label: 'field.tradeName',
            autoComplete: 'off',
            optional: true,
          },
          {
            path: 'company.ownership_type',
            kind: 'select',
            label: 'field.ownershipType',
            options: 'ownership_types',
            autoComplete: 'off',
          },
          einField,
          { path: 'company.email', kind: 'email', label: 'field.email', autoComplete: 'email' },
        ],
      },
    ],
  },
  {
    name: 'address',
    title: 'step.address',
    when: (text) => isIndividual(text) || isCompany(text),
    blocks: [
      { kind: 'fields', when: isIndividual, fields: addressFields('individual.address', '') },
      { kind: 'fields', when: isCompany, fields: addressFields('company.business_address', '') },
    ],
  },
  {
    name: 'owners',
    title: 'step.owners',
    text: 'stepText.owners',
    when: isCompany,
    blocks: [
      {
        kind: 'list',
        list: {
          path: 'company.company_owners',
          hasSigner: false,
          copy: {
            label: 'action.sameAddress',
            from: 'company.business_address',
            to: 'residence_address',
          },
          fields: [
            ...nameFields('', 'section-owner '),
            {
              path: 'title',
              kind: 'select',
              label: 'field.title',
              options: 'titles',
              autoComplete: 'off',
              optional: true,
            },
            {
              path: 'ownership_percent',
              kind: 'percent',
              label: 'field.ownership',
              hint: 'hint.ownership',
              autoComplete: 'off',
            },
            ...addressFields('residence_address', 'section-owner ').map((field) => ({
              ...field,
              optional: true,
            })),
          ],
        },
      },
    ],
  },
  {
    name: 'bank',
    title: 'step.bank',
    text: 'stepText.bankNeeded',
    when: (text) => isIndividual(text) || isCompany(text),
    blocks: [{ kind: 'fields', fields: bankFields(false) }],
  },
  { name: 'check', title: 'step.check', blocks: [] },
]
