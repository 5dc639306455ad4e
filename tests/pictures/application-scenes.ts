import type { ApplicationPage } from '../../src-shared/api/schemas/application-page.ts'
import { wholeApplication } from '../support/whole-application.ts'

const at = '2026-11-22T12:00:00.000Z'
const { company, address, industry_volume, owners, terms_accepted: _, ...rest } = wholeApplication

/** The service's answer for a form that is complete except for two owners' fields. */
const filled: ApplicationPage = {
  ...{ id: 'app_01scene', entity: 'application_page', business_name: 'Corner Café' },
  application: {
    ...{ id: 'app_01scene', entity: 'application', status: 'DRAFT', status_reason: null },
    ...{ business_id: 'bus_1', partner_id: null, account_id: null, sales_code_id: null },
    ...{ sales_agent_id: null, sales_group_id: null, processing_plan_id: 'plan_1', documents: [] },
    ...{ ...rest, address, industry_volume, terms_accepted: false, documents_requested: null },
    company: { ...company, ein: '*****7516' },
    owners: owners.map(({ ssn: __, birth_date: ___, ...owner }) => ({ ...owner, id: 'own_1' })),
    bank_account: { ...rest.bank_account, account_number: '*****4455' },
    ...{ submitted_at: null, created_at: at, updated_at: at },
  },
  missing: ['owners.0.ssn', 'owners.0.birth_date', 'terms_accepted'],
  ...{ revision: 1, documents_missing: [], may_change: true, link_expires_at: '2026-11-29T12:00:00.000Z' },
}

/** The form steps that the guide shows, by name. */
export const applicationScenes = { business: 'Your business', check: 'Check and send' } as const
export const scenePage = filled
