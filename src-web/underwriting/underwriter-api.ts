import type { Application } from '../../src-shared/api/schemas/application.ts'
import type { ApplyingContractor } from '../../src-shared/api/schemas/contractor.ts'
import type { ApplicationStatus } from '../../src-shared/boarding/application-moves.ts'
import type { Result } from '../../src-shared/result.ts'
import { askService, type PageFailure, sending } from '../components/ask-service.ts'

type Answer<Reply> = Promise<Result<Reply, PageFailure>>

/** The sandbox underwriter's requests to the service, with the API key that the trainer typed. */
export interface UnderwriterApi {
  /** @param name a part of a name; empty returns all */
  list(name: string): Answer<{ readonly data: readonly Application[] }>
  /** @param move null for the next one that the company's name selects */
  advance(id: string, move: Move | null): Answer<Application>
  /** Applications that are not decided yet. */
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
