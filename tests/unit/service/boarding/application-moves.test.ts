import { describe, expect, test } from 'vitest'
import type { BusinessDocument } from '../../../../src-service/accounts/documents.ts'
import {
  decideCreateApplication,
  decideUpdateApplication,
} from '../../../../src-service/boarding/applications/decide-change.ts'
import { decideMove, decideSubmit } from '../../../../src-service/boarding/applications/decide-move.ts'
import { decideUpload } from '../../../../src-service/boarding/applications/decide-upload.ts'
import type { ApplicationDocument } from '../../../../src-service/boarding/applications/documents.ts'
import { sandboxMove } from '../../../../src-service/boarding/applications/underwriter.ts'
import type { Row } from '../../../../src-service/store/store.ts'
import type { DecisionContext } from '../../../../src-service/use-case.ts'
import {
  createApplicationBodySchema,
  updateApplicationBodySchema,
} from '../../../../src-shared/api/schemas/application.ts'
import {
  type ApplicationStatus,
  applicationMoves,
  applicationStatuses,
} from '../../../../src-shared/boarding/application-moves.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import { wholeApplication } from '../../../support/whole-application.ts'

/** Section 3.4 without a database: what each move writes and publishes. */
const now = Date.parse('2026-01-31T12:00:00.000Z')
const context: DecisionContext = { now, verified: now, dated: (ms) => ms, newId: createIdSource(() => now) }
const row = { account_id: '', id: 'bus_1', version: 1, created_at: now, updated_at: now }
const business: Row<BusinessDocument> = { ...row, document: { tenant_id: 'ten_1', name: 'Corner Café' } }
const seal = () => null
const makeFirstUser = () => ({ writes: [], events: [] })

function applicationIn(
  status: ApplicationStatus,
  changes: Partial<ApplicationDocument> = {},
): Row<ApplicationDocument> {
  const body = createApplicationBodySchema.parse({
    ...wholeApplication,
    ...{ business_id: 'bus_1', processing_plan_id: 'plan_1' },
  })
  const created = decideCreateApplication({ business, seal }, body, context)
  const [write] = created.ok ? created.value.writes : []
  if (write === undefined || write.op === 'delete') throw new Error('the application was refused')
  const document = write.row.document as ApplicationDocument
  return { ...write.row, document: { ...document, status, ...changes } }
}
const stateOf = (application: Row<ApplicationDocument>) => ({
  application,
  details: { 'company.ein': '849237516' },
  ...{ business, seal, makeFirstUser },
})
const move = (application: Row<ApplicationDocument>, to: ApplicationStatus) =>
  decideMove(stateOf(application), { to }, context)

/** A second copy of the moves, from the specification and decision 50, to detect a lost or added move. */
const moves = `
  DRAFT: UNDER_REVIEW, CANCELLED
  UNDER_REVIEW: UNDERWRITING, REJECT_BY_SALES, CANCELLED
  UNDERWRITING: NEED_INFORMATION, APPROVED, DECLINED, CREDIT_PENDED, CONDITIONALLY_APPROVED, UNDERWRITING_ERROR, CANCELLED
  NEED_INFORMATION: UNDERWRITING, CANCELLED
  CREDIT_PENDED: UNDERWRITING, DECLINED, CANCELLED
  UNDERWRITING_ERROR: CANCELLED
  CONDITIONALLY_APPROVED: APPROVED, DECLINED
  DECLINED: DECLINE_REEVALUATION_INITIATED
  DECLINE_REEVALUATION_INITIATED: REEVALUATION_PENDING
  REEVALUATION_PENDING: REEVALUATION_APPROVED, REEVALUATION_DECLINED`

test('the moves of applications are exactly those of section 3.4 and decision 50', () => {
  const written = Object.entries(applicationMoves)
    .filter(([, to]) => to.length > 0)
    .map(([from, to]) => `\n  ${from}: ${to.join(', ')}`)
  expect(written.sort()).toEqual(moves.split(/(?=\n)/).sort())
})

const approvals: readonly ApplicationStatus[] = ['APPROVED', 'REEVALUATION_APPROVED']

describe.each(applicationStatuses)('an application in %s', (from) => {
  test.each(applicationStatuses)(`an application in ${from} becomes %s only if the table allows it`, (to) => {
    const application = applicationIn(from)
    const moved = move(application, to)
    if (applicationMoves[from].includes(to)) {
      if (!moved.ok) throw new Error(moved.error.message)
      expect(moved.value.reply).toMatchObject({ status: to })
      expect(moved.value.writes[0]).toMatchObject({ op: 'update', row: { version: 2 } })
      expect(moved.value.reply.account_id !== null).toBe(approvals.includes(to))
      const accounts = moved.value.writes.filter(({ kind }) => kind === 'account')
      expect(accounts).toHaveLength(approvals.includes(to) ? 1 : 0)
      return
    }
    expect(moved).toMatchObject({ ok: false, error: { code: 'state_conflict' } })
    const message = moved.ok ? '' : moved.error.message
    expect(message).toContain(`is ${from}: it cannot become ${to}.`)
    const allowed = applicationMoves[from]
    expect(message).toContain(allowed.length === 0 ? `${from} is final` : allowed.join(', '))
  })
})

describe('the effects of a move', () => {
  test('an approval puts the name that customers know on receipts, not the legal one', () => {
    const { dba_name: _, ...company } = applicationIn('UNDERWRITING').document.company ?? {}
    const approved = move(applicationIn('UNDERWRITING', { company, name: 'The Corner' }), 'APPROVED')
    if (!approved.ok) throw new Error(approved.error.message)
    expect(approved.value.writes[2]).toMatchObject({
      row: {
        document: {
          company: { legal_name: 'Corner Café LLC', dba_name: 'The Corner' },
          merchant: { dba: 'The Corner' },
        },
      },
    })
    const blank = move(applicationIn('UNDERWRITING', { company, name: '  ' }), 'APPROVED')
    if (!blank.ok) throw new Error(blank.error.message)
    expect(blank.value.writes[1]).toMatchObject({ row: { document: { name: 'Corner Café LLC' } } })
    expect(blank.value.writes[2]).toMatchObject({
      row: { document: { merchant: { dba: 'Corner Café LLC' } } },
    })
  })

  test('an approval writes the boarded account, its location and three events with the application', () => {
    const approved = move(applicationIn('UNDERWRITING'), 'APPROVED')
    if (!approved.ok) throw new Error(approved.error.message)
    const { writes, events, reply } = approved.value
    expect(writes.map(({ kind }) => kind)).toEqual(['application', 'location', 'account'])
    const account = writes[2]
    expect(account).toMatchObject({
      row: {
        id: reply.account_id,
        document: {
          ...{ status: 'boarded', payouts_enabled: true, business_id: 'bus_1' },
          ...{ processing_plan_id: 'plan_1', application_id: reply.id },
          company: { mcc: '5812', ein: '*****7516' },
          merchant: { dba: 'Corner Café', address2: 'Springfield, IL 62701', timezone: 'America/Chicago' },
        },
      },
    })
    expect(events.map(({ type }) => type)).toEqual([
      'v2.application.approved',
      'v2.account.created',
      'v2.account.gateway_updated',
      'v2.account.payouts_enabled',
    ])
    for (const event of events.slice(1)) {
      expect(event.object).toMatchObject({
        id: reply.account_id,
        application: { id: reply.id, status: 'APPROVED', account_id: reply.account_id },
      })
    }
  })

  test.each([
    ['US', 'USD'],
    ['CA', 'CAD'],
  ])('an approval in %s creates an account in %s', (country, currency) => {
    const application = applicationIn('UNDERWRITING')
    const address = { ...application.document.address, country }
    const approved = move({ ...application, document: { ...application.document, address } }, 'APPROVED')
    if (!approved.ok) throw new Error(approved.error.message)
    expect(approved.value.writes[2]).toMatchObject({ row: { document: { currency } } })
  })

  test('an approval makes the signing owner the first user, in the same commit', () => {
    const application = applicationIn('UNDERWRITING')
    const [ana] = application.document.owners
    const owners = [{ id: 'own_0', first_name: 'Ben' }, ...(ana === undefined ? [] : [ana])]
    const users: unknown[] = []
    const approved = decideMove(
      {
        ...stateOf({ ...application, document: { ...application.document, owners } }),
        makeFirstUser: (user) => {
          users.push(user)
          return { writes: [{ op: 'delete', kind: 'business', account_id: '', id: 'a mark' }], events: [] }
        },
      },
      { to: 'APPROVED' },
      context,
    )
    expect(users).toMatchObject([{ first_name: 'Ana', email: 'ana@example.com', business_id: 'bus_1' }])
    expect(approved.ok && approved.value.writes.some(({ op }) => op === 'delete')).toBe(true)
  })

  test('a request for information names what is needed, and refuses a submission without it', () => {
    const asked = { document_types: ['BANK_STATEMENT'], comments: 'The last one.' }
    const moved = decideMove(
      stateOf(applicationIn('UNDERWRITING')),
      { to: 'NEED_INFORMATION', documents_requested: asked },
      context,
    )
    if (!moved.ok) throw new Error(moved.error.message)
    const { documents_requested } = moved.value.reply
    expect(documents_requested).toEqual({ ...asked, required: true, received: false, received_date: null })
    expect(moved.value.events[0]?.type).toBe('v2.application.needs_information')
    const waiting = applicationIn('NEED_INFORMATION', { documents_requested })
    const refused = decideSubmit(stateOf(waiting), context)
    expect(refused).toMatchObject({ ok: false, error: { code: 'state_conflict' } })
    expect(refused.ok ? '' : refused.error.message).toContain('BANK_STATEMENT')
  })

  test('an incomplete draft does not reach the underwriter, whoever moves it', () => {
    const partial = applicationIn('DRAFT', { name: null })
    for (const refused of [move(partial, 'UNDER_REVIEW'), decideSubmit(stateOf(partial), context)]) {
      expect(refused).toMatchObject({ ok: false, error: { code: 'parameter_missing', param: 'name' } })
    }
  })

  // Without a plan the applicant could not submit, and the account would pay nothing for processing.
  test('the plan of a draft can be removed, but not once the applicant has a link or the draft was submitted', () => {
    const update = (application: Row<ApplicationDocument>) =>
      decideUpdateApplication(
        { ...stateOf(application), details: {} },
        updateApplicationBodySchema.parse({ processing_plan_id: null }),
        context,
      )
    const link = { hash: 'a', expires_at: now + 1 } as ApplicationDocument['link']
    expect(update(applicationIn('DRAFT'))).toMatchObject({
      ok: true,
      value: { reply: { processing_plan_id: null } },
    })
    for (const needed of [applicationIn('DRAFT', { link }), applicationIn('NEED_INFORMATION')]) {
      expect(update(needed)).toMatchObject({
        ok: false,
        error: { code: 'state_conflict', param: 'processing_plan_id' },
      })
    }
  })

  test('a submission may omit the bank account, but must have all of its fields if any of them is given', () => {
    const submitted = (bank_account: ApplicationDocument['bank_account']) =>
      decideSubmit(stateOf(applicationIn('DRAFT', { bank_account })), context)
    expect(submitted(null)).toMatchObject({ ok: true })
    // A selection cannot be removed from the form once made; by itself it names no account.
    expect(submitted({ account_type: 'checking', account_holder: 'Ana Torres' })).toMatchObject({ ok: true })
    const half = submitted({
      ...{ account_holder: 'Ana Torres', routing_number: '110000000', account_number: '*****4455' },
    })
    expect(half).toMatchObject({
      ok: false,
      error: { code: 'parameter_missing', param: 'bank_account.account_type' },
    })
  })
})

describe("the sandbox's underwriter", () => {
  const roads: readonly (readonly [name: string, road: readonly ApplicationStatus[]])[] = [
    ['Corner Café', ['UNDER_REVIEW', 'UNDERWRITING', 'APPROVED']],
    ['Declined Dogs', ['UNDER_REVIEW', 'UNDERWRITING', 'DECLINED']],
    ['Document Depot', ['UNDER_REVIEW', 'UNDERWRITING', 'NEED_INFORMATION', 'UNDERWRITING', 'APPROVED']],
    ['Credit Corner', ['UNDER_REVIEW', 'UNDERWRITING', 'CREDIT_PENDED', 'UNDERWRITING', 'APPROVED']],
    ['Conditional Cars', ['UNDER_REVIEW', 'UNDERWRITING', 'CONDITIONALLY_APPROVED', 'APPROVED']],
    ['Error Elms', ['UNDER_REVIEW', 'UNDERWRITING', 'UNDERWRITING_ERROR']],
    ['Duplicate Deli', ['UNDER_REVIEW', 'CANCELLED']],
    ['No Sale Nails', ['UNDER_REVIEW', 'REJECT_BY_SALES']],
    [
      'Reconsidered Roofs',
      [
        ...(['UNDER_REVIEW', 'UNDERWRITING', 'DECLINED', 'DECLINE_REEVALUATION_INITIATED'] as const),
        ...(['REEVALUATION_PENDING', 'REEVALUATION_APPROVED'] as const),
      ],
    ],
    [
      'Hopeless Homes',
      [
        ...(['UNDER_REVIEW', 'UNDERWRITING', 'DECLINED', 'DECLINE_REEVALUATION_INITIATED'] as const),
        ...(['REEVALUATION_PENDING', 'REEVALUATION_DECLINED'] as const),
      ],
    ],
  ]
  test.each(roads)(
    'the underwriter of the sandbox moves %s along its path, by allowed moves only',
    (name, road) => {
      let document = applicationIn('DRAFT', { name }).document
      const walked: ApplicationStatus[] = []
      for (;;) {
        const next = sandboxMove(document)
        if (next === null) break
        expect(applicationMoves[document.status]).toContain(next.to)
        walked.push(next.to)
        document = { ...document, status: next.to, history: [...document.history, next.to] }
      }
      expect(walked).toEqual(road)
    },
  )

  test('the underwriter of the sandbox does nothing when someone else has moved the application', () => {
    const { document } = applicationIn('CREDIT_PENDED', {
      history: ['UNDER_REVIEW', 'UNDERWRITING', 'CREDIT_PENDED'],
    })
    expect(sandboxMove(document)).toBeNull()
  })
})

test('two owners whom a former version stored with one id must both enter their data again, and get separate ids', () => {
  const [ana] = applicationIn('DRAFT').document.owners
  if (ana === undefined) throw new Error('there is no owner')
  const owners = [
    { ...ana, ownership_percent: 50 },
    { ...ana, first_name: 'Ben', ownership_percent: 50, signer: false },
  ]
  const draft = applicationIn('DRAFT', { owners })
  const details = { ...stateOf(draft).details, [`owners.${ana.id}.ssn`]: '219099999' }
  const submitted = decideSubmit(stateOf(draft), context)
  if (submitted.ok) throw new Error('it was submitted with the numbers of one person for both')
  const anew = ['owners.0.ssn', 'owners.0.birth_date', 'owners.1.ssn', 'owners.1.birth_date']
  expect(submitted.error.errors?.map(({ param }) => param)).toEqual(anew)

  const update = (sent: readonly object[], application = draft) =>
    decideUpdateApplication(
      { ...stateOf(application), details },
      updateApplicationBodySchema.parse({ owners: sent }),
      context,
    )
  const masked = update(owners)
  expect(masked.ok ? [] : masked.error.errors?.map(({ param }) => param)).toEqual(anew)
  const whole = update([
    { ...owners[0], ssn: '457558462', birth_date: '1980-01-02' },
    { ...owners[1], ssn: '219099999', birth_date: '1981-02-03' },
  ])
  if (!whole.ok) throw new Error(whole.error.message)
  const [one, other] = whole.value.reply.owners
  expect([one?.first_name, other?.first_name]).toEqual([ana.first_name, 'Ben'])
  expect(new Set([one?.id, other?.id, ana.id]).size).toBe(3)
  // Saved without these fields, as an incomplete form.
  const plain = owners.map(({ ssn: _, birth_date: __, ...owner }) => owner)
  const saved = update(plain)
  expect(saved.ok && saved.value.reply.owners.map(({ ssn }) => ssn)).toEqual([undefined, undefined])
})

test("documents uploaded before the underwriter's request leave room for the requested ones", () => {
  const file = (created_at: number) => ({
    ...({ id: 'doc_1', entity: 'application_document', document_type: 'other' } as const),
    ...({ file_name: 'a.pdf', content_type: 'application/pdf', size: 9 } as const),
    created_at: new Date(created_at).toISOString(),
  })
  const twenty = (at: number) => Array.from({ length: 20 }, () => file(at))
  const asked = {
    ...{ document_types: ['bank_statement'], required: true, received: false },
    ...{ received_date: null, comments: null },
  }
  const upload = (documents: readonly ReturnType<typeof file>[]) => {
    const application = applicationIn('NEED_INFORMATION', {
      ...{ documents: [...documents], documents_requested: asked, requested_at: now - 1000 },
    })
    const sealFile = () => ({}) as ReturnType<Parameters<typeof decideUpload>[0]['sealFile']>
    const content = Buffer.from('%PDF-1.7 statement').toString('base64')
    const body = { document_type: 'bank_statement', file_name: 'may.pdf', content } as const
    return decideUpload({ ...stateOf(application), sealFile }, body, context)
  }
  const taken = upload(twenty(now - 5000))
  expect(taken).toMatchObject({ ok: true, value: { reply: { status: 'UNDERWRITING' } } })
  expect(upload(twenty(now - 500))).toMatchObject({ ok: false, error: { code: 'state_conflict' } })
})
