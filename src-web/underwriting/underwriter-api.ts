import type { Application } from '../../src-shared/api/schemas/application.ts'
import type { ApplyingContractor } from '../../src-shared/api/schemas/contractor.ts'
import type { ApplicationStatus } from '../../src-shared/boarding/application-moves.ts'
import type { Result } from '../../src-shared/result.ts'
import { askService, type PageFailure, sending } from '../components/ask-service.ts'

type Answer<Reply> = Promise<Result<Reply, PageFailure>>

/** What an underwriter of the sandbox asks of the service, with the API key that the trainer typed. */
export interface UnderwriterApi {
  /** @param name a part of a name; all of them without it */
  list(name: string): Answer<{ readonly data: readonly Application[] }>
  /** @param move without it the next one that the company's name stands for */
  advance(id: string, move: Move | null): Answer<Application>
  /** Those that are not decided yet. */
  listContractors(): Answer<{ readonly data: readonly ApplyingContractor[] }>
  decideContractor(id: string, to: 'APPROVED' | 'REJECTED'): Answer<{ readonly contractor_status: string }>
}

export interface Move {
  readonly to: ApplicationStatus
  readonly reason?: string
  readonly documents_requested?: { readonly document_types: readonly string[] }
}

const limitMs = 15_000

export function createUnderwriterApi(key: string): UnderwriterApi {
  const headers = { 'x-api-key': key }
  const at = (path: string) => `../${path}`
  return {
    list: (name) => {
      const filter = name === '' ? '' : `&name=${encodeURIComponent(name)}`
      return askService(at(`applications?limit=50${filter}`), { headers }, limitMs)
    },
    advance: (id, move) => {
      const path = at(`sandbox/applications/${encodeURIComponent(id)}/advance`)
      return askService(path, sending('POST', headers, move ?? {}), limitMs)
    },
    listContractors: () =>
      askService(at('sandbox/contractor_applications?limit=50&status=UNDER_REVIEW'), { headers }, limitMs),
    decideContractor: (id, to) => {
      const path = at(`sandbox/contractor_applications/${encodeURIComponent(id)}/advance`)
      return askService(path, sending('POST', headers, { to }), limitMs)
    },
  }
}
