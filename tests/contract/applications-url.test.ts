import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, createAsk } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  const applicationsUrls = {
    all: 'https://apply.example.com',
    ofPartners: { ptn_one: 'https://join.partner-one.example' },
  }
  service = await startService(undefined, { applicationsUrls })
  ask = createAsk(service)
})
afterAll(() => service.stop())

/** Returns the links for an applicant and a contractor of a partner's business. */
async function linksOf(partner_id: string | null): Promise<readonly string[]> {
  const key = partner_id === null ? service.privateKey : await service.makeKey('partner', { partner_id })
  const must = async <Body>(name: Parameters<Ask>[0], request: Parameters<Ask>[1]): Promise<Body> => {
    const answer = await ask(name, { key, ...request })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body as Body
  }
  const business = await must<{ id: string }>('businesses.create', { body: { name: 'Corner Café' } })
  const plans = await must<{ data: { id: string }[] }>('processing_plans.list', {})
  const body = { business_id: business.id, processing_plan_id: plans.data[0]?.id }
  const { id } = await must<{ id: string }>('applications.create', { body })
  const applied = await must<{ link: string }>('applications.link', { path: `/applications/${id}/link` })
  const hired = await must<{ link: string }>('contractors.link', {
    body: { parent_id: business.id, parent_type: 'BUSINESS' },
  })
  return [applied.link, hired.link]
}

test.each([
  ['of a partner with its own domain', 'ptn_one', 'https://join.partner-one.example'],
  ['of another partner', 'ptn_two', 'https://apply.example.com'],
  ['of a business without a partner', null, 'https://apply.example.com'],
])('the links of applicants %s lead to the configured address', async (_, partner, address) => {
  const [applied, hired] = await linksOf(partner)
  expect(applied?.startsWith(`${address}/apply/app_`)).toBe(true)
  expect(hired?.startsWith(`${address}/contractor-applications/ctrcapp_`)).toBe(true)
})
