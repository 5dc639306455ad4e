import type { ApplicationPage } from '../../../../src-shared/api/schemas/application-page.ts'
import { err, ok, type Result } from '../../../../src-shared/result.ts'
import { createForm } from '../../../../src-web/application/form/form.ts'
import { applicationForm, type FormView } from '../../../../src-web/application/form/view.ts'
import type { PageApi } from '../../../../src-web/application/page-api.ts'
import type { PageFailure } from '../../../../src-web/components/ask-service.ts'

type Owner = ApplicationPage['application']['owners'][number]
type Application = ApplicationPage['application']

const draft = {
  ...{ id: 'app_1', entity: 'application', status: 'DRAFT', status_reason: null, business_id: 'bus_1' },
  ...{ partner_id: null, account_id: null, name: null, sales_code_id: null, sales_agent_id: null },
  ...{ sales_group_id: null, company: null, address: null, industry_volume: null, owners: [] },
  ...{ services_deliveries: null, transaction_modes: null, bank_account: null, documents: [] },
  ...{ processing_plan_id: 'plan_1', terms_accepted: false, documents_requested: null },
  ...{ submitted_at: null, created_at: '2026-11-22T12:00:00.000Z', updated_at: '2026-11-22T12:00:00.000Z' },
} as const satisfies Application

export const noAnswer: PageFailure = { kind: 'no_answer' }
export const refusal = (status: number, code: string, ...params: string[]): PageFailure => ({
  kind: 'refused',
  ...{ status, code, params },
})

type Body = Readonly<Record<string, unknown>>

/** A form with a service that stores what it gets, masks secrets, and fails as the test defines. */
export function openForm(begun: Partial<Application> = {}) {
  let application: Application = { ...draft, ...begun }
  let missing: readonly string[] = []
  const saved: Body[] = []
  const submitted: string[] = []
  const failures: PageFailure[] = []
  const timers: (() => void)[] = []
  let hold: Promise<void> | null = null
  let ids = 0
  let revision = 1
  let lostAnswers = 0
  const keys: string[] = []
  const answers = new Map<string, Result<FormView, PageFailure>>()
  const page = (): ApplicationPage => ({
    ...{ id: 'app_1', entity: 'application_page', business_name: 'Corner Café', application },
    ...{ revision, missing: [...missing], documents_missing: [], may_change: true },
    link_expires_at: '2026-11-29T12:00:00.000Z',
  })
  const answer = () => ok(applicationForm.viewOf(page()))
  const owner = (given: Body): Owner => {
    ids += given.id === undefined ? 1 : 0
    const known = application.owners.find(({ id }) => id === given.id)
    const masks = {
      ...(given.ssn === undefined ? {} : { ssn: `*****${String(given.ssn).slice(-4)}` }),
      ...(given.birth_date === undefined ? {} : { birth_date: '****-**-**' }),
    }
    return { id: `own_${ids}`, ...known, ...given, ...masks } as Owner
  }
  const api: PageApi = {
    load: () => Promise.resolve(answer()),
    save: async ({ revision: shown, ...body }, key) => {
      saved.push(body)
      keys.push(key)
      await hold
      const failure = failures.shift()
      if (failure !== undefined) return err(failure)
      const former = answers.get(key)
      if (former !== undefined) return former
      if (shown !== revision) return err(refusal(409, 'state_conflict', 'revision'))
      const { owners, company, ...rest } = body as { owners?: Body[]; company?: Body }
      const ein = company?.ein
      application = {
        ...application,
        ...(rest as Partial<Application>),
        ...(company === undefined
          ? {}
          : { company: { ...application.company, ...company, ...(ein ? { ein: '*****7516' } : {}) } }),
        ...(owners === undefined ? {} : { owners: owners.map(owner) }),
      }
      revision += 1
      answers.set(key, answer())
      if (lostAnswers > 0) {
        lostAnswers -= 1
        return err(noAnswer)
      }
      return answer()
    },
    upload: () => Promise.resolve(err(noAnswer)),
    submit: (key): Promise<Result<FormView, PageFailure>> => {
      submitted.push(key)
      const failure = failures.shift()
      if (failure !== undefined) return Promise.resolve(err(failure))
      application = { ...application, status: 'UNDER_REVIEW' }
      return Promise.resolve(answer())
    },
  }
  let newKeys = 0
  const form = createForm({
    kind: applicationForm,
    api,
    language: 'en',
    onChange: () => {},
    newKey: () => {
      newKeys += 1
      return `form_key_${newKeys}`
    },
    shrink: () => Promise.resolve(null),
    today: () => '2026-11-22',
    after: (_ms, run) => {
      timers.push(run)
      return () => {
        const at = timers.indexOf(run)
        if (at >= 0) timers.splice(at, 1)
      }
    },
  })
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    form,
    saved,
    /** The idempotency key of each save. */
    keys,
    submitted,
    failures,
    application: () => application,
    /** A save through the same link on another device. */
    saveElsewhere: (changes: Partial<Application>) => {
      application = { ...application, ...changes }
      revision += 1
    },
    /** The next save is stored, but its answer is lost. */
    loseAnswer: () => {
      lostAnswers += 1
    },
    setMissing: (paths: readonly string[]) => {
      missing = paths
    },
    /** Holds all answers until the returned function is called. */
    holdAnswers: () => {
      let release = () => {}
      hold = new Promise((resolve) => {
        release = resolve
      })
      return async () => {
        hold = null
        release()
        await settled()
      }
    },
    /** Runs everything that the page has scheduled. */
    passTime: async () => {
      for (const run of timers.splice(0)) run()
      await settled()
    },
    settled,
    /** The path of an owner's field, in the first row by default. */
    ofOwner: (name: string, row = 0) => `owners.${form.state().rows[row]?.key}.${name}`,
  }
}
