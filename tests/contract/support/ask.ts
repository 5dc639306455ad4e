import { expect } from 'vitest'
import { type ErrorEnvelope, errorCatalogue, errorEnvelopeSchema } from '../../../src-shared/api/errors.ts'
import type { Operation } from '../../../src-shared/api/operation.ts'
import { type OperationName, type OperationReply, operations } from '../../../src-shared/api/operations.ts'
import type { CheckoutSession } from '../../../src-shared/api/schemas/checkout-session.ts'
import { sampleBodies, samplePath, sampleQuery } from './samples.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export interface Request {
  readonly key?: string | null
  readonly accountId?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown
  readonly path?: string
  readonly query?: string
}

interface AskedService {
  readonly url: string
  readonly directUrl?: string
  readonly privateKey: string
  readonly accountId: string
}

async function createPage({ url, privateKey, accountId }: AskedService): Promise<CheckoutSession> {
  const response = await fetch(`${url}/checkout_sessions`, {
    method: 'POST',
    headers: { 'x-api-key': privateKey, 'x-account-id': accountId, 'content-type': 'application/json' },
    body: JSON.stringify(sampleBodies['checkout_sessions.create']),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as CheckoutSession
}

/** Creates an application and its link, with what its page knows of them. */
export async function createForm(
  { url, privateKey }: Pick<AskedService, 'url' | 'privateKey'>,
  body: object = {},
): Promise<{ readonly id: string; readonly client_secret: string; readonly link: string }> {
  const call = async <Body>(path: string, sent?: object): Promise<Body> => {
    const response = await fetch(`${url}${path}`, {
      method: sent === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': privateKey, 'content-type': 'application/json' },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as Body
  }
  const business = await call<{ id: string }>('/businesses', { name: 'Corner Café' })
  const plans = await call<{ data: { id: string }[] }>('/processing_plans')
  const processing_plan_id = plans.data[0]?.id
  const { id } = await call<{ id: string }>('/applications', {
    business_id: business.id,
    processing_plan_id,
    ...body,
  })
  const { link } = await call<{ link: string }>(`/applications/${id}/link`, {})
  return { id, link, client_secret: `${id}_secret_${link.split('#')[1]}` }
}

/** Creates a contractor's application and its link, with what its page knows of them. */
export async function createContractorForm(
  { url, privateKey }: Pick<AskedService, 'url' | 'privateKey'>,
  application_data?: object,
): Promise<{ readonly id: string; readonly client_secret: string; readonly link: string }> {
  const post = async <Body>(path: string, body: object): Promise<Body> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': privateKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as Body
  }
  const business = await post<{ id: string }>('/businesses', { name: 'Corner Café' })
  const { contractor_application_id: id, link } = await post<{
    contractor_application_id: string
    link: string
  }>('/contractors/link', { parent_id: business.id, parent_type: 'BUSINESS', application_data })
  return { id, link, client_secret: `${id}_secret_${link.split('#')[1]}` }
}

/** Functions that create what a hosted page shows, by the first part of its path. */
const pageMakers: Readonly<
  Record<
    string,
    (service: AskedService) => Promise<{ readonly id: string; readonly client_secret: string | null }>
  >
> = {
  application_pages: (service) => createForm(service),
  contractor_application_pages: (service) => createContractorForm(service),
  checkout_pages: createPage,
}

/** Sends a valid request of an operation, with the changes of the test. */
export type Ask = (name: OperationName, changes?: Request) => Promise<Answer>

export const createAsk = (service: AskedService): Ask => {
  const made = new Map<string, ReturnType<(typeof pageMakers)[string]>>()
  const pageOf = (path: string) => {
    const kind = path.split('/')[1] ?? ''
    const page = made.get(kind) ?? pageMakers[kind]?.(service)
    if (page === undefined) throw new Error(`nobody makes what ${path} shows`)
    made.set(kind, page)
    return page
  }
  return async (name, changes = {}) => {
    const operation: Operation = operations[name]
    const key = changes.key === undefined ? service.privateKey : changes.key
    const account = changes.accountId === undefined ? service.accountId : changes.accountId
    const body = 'body' in changes ? changes.body : sampleBodies[name]
    const sent = operation.body === undefined || body === undefined ? null : { body: textOf(body) }
    // Operations of a hosted page need an existing page.
    const needsPage = operation.access === 'client_secret' && changes.path === undefined
    const page = needsPage ? await pageOf(operation.path) : null
    const path = changes.path ?? samplePath(operation.path, page?.id)
    const response = await fetch(
      `${operation.stream === true ? (service.directUrl ?? service.url) : service.url}${path}${changes.query ?? sampleQuery[name] ?? ''}`,
      {
        method: operation.method,
        headers: {
          ...(key === null ? {} : { 'x-api-key': key }),
          ...(account === null ? {} : { 'x-account-id': account }),
          ...(sent === null ? {} : { 'content-type': 'application/json' }),
          ...(operation.session === true ? { 'x-session-key': 'tml_not-a-session' } : {}),
          ...(page === null ? {} : { 'x-client-secret': page.client_secret ?? '' }),
          ...changes.headers,
        },
        ...sent,
      },
    )
    const streaming = response.headers.get('content-type')?.includes('event-stream') === true
    if (streaming) await response.body?.cancel()
    const answered = streaming ? '' : await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: answered === '' ? null : JSON.parse(answered),
    }
  }
}

/** Returns the body of an answer that is expected to be successful. */
export function accepted<Body>({ status, body }: Answer): Body {
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Body
}

/** Sends a request that is expected to succeed, and returns the body. */
export type Must = <Name extends OperationName>(
  name: Name,
  changes?: Request,
) => Promise<OperationReply<Name>>

export const createMust =
  (ask: Ask): Must =>
  async (name, changes) => {
    const { status, body } = await ask(name, changes)
    expect(status, `${name}: ${JSON.stringify(body)}`).toBe(200)
    return body as OperationReply<typeof name>
  }

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

/** Expects the usual envelope of a refusal, in every detail, and returns its error. */
export function expectRefusal(
  answer: Answer,
  code: ErrorEnvelope['error']['code'] | readonly ErrorEnvelope['error']['code'][],
): ErrorEnvelope['error'] {
  const { error } = errorEnvelopeSchema.parse(answer.body)
  const codes = typeof code === 'string' ? [code] : code
  expect(codes, error.message).toContain(error.code)
  expect(answer.status).toBe(errorCatalogue[error.code].status)
  expect(answer.headers.get('x-request-id')).toBe(error.request_id)
  expect(error.message).toMatch(/\S[.?]$/)
  return error
}
