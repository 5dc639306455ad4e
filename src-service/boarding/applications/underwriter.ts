import type { AdvanceApplicationBody } from '../../../src-shared/api/schemas/application.ts'
import type { ApplicationStatus } from '../../../src-shared/boarding/application-moves.ts'
import type { ApplicationDocument } from './documents.ts'

/** The decision of an underwriter. decideMove checks it and makes the move. */
export interface Move extends Omit<AdvanceApplicationBody, 'to'> {
  readonly to: ApplicationStatus
}

type Road = readonly ApplicationStatus[]
const reviewed: Road = ['UNDER_REVIEW', 'UNDERWRITING']
const declined: Road = [...reviewed, 'DECLINED']
const reevaluated: Road = [...declined, 'DECLINE_REEVALUATION_INITIATED', 'REEVALUATION_PENDING']

/** The statuses of an application in the sandbox, by a word in its name or that of its company (docs/sandbox.md). */
const roads: readonly (readonly [word: string, road: Road])[] = [
  ['reconsidered', [...reevaluated, 'REEVALUATION_APPROVED']],
  ['hopeless', [...reevaluated, 'REEVALUATION_DECLINED']],
  ['declined', declined],
  ['document', [...reviewed, 'NEED_INFORMATION', 'UNDERWRITING', 'APPROVED']],
  ['credit', [...reviewed, 'CREDIT_PENDED', 'UNDERWRITING', 'APPROVED']],
  ['conditional', [...reviewed, 'CONDITIONALLY_APPROVED', 'APPROVED']],
  ['error', [...reviewed, 'UNDERWRITING_ERROR']],
  ['duplicate', ['UNDER_REVIEW', 'CANCELLED']],
  ['no sale', ['UNDER_REVIEW', 'REJECT_BY_SALES']],
  ['', [...reviewed, 'APPROVED']],
]

const reasons: { readonly [To in ApplicationStatus]?: string } = {
  DECLINED: 'The sandbox declines companies of this name.',
  REEVALUATION_DECLINED: 'The sandbox declines companies of this name.',
  REJECT_BY_SALES: 'The sandbox’s sales department does not take companies of this name.',
  CANCELLED: 'A duplicate.',
  UNDERWRITING_ERROR: 'The sandbox found an error late.',
}

const requested = {
  document_types: ['BANK_STATEMENT'],
  required: true,
  comments: 'Please send your last bank statement.',
}

/**
 * Decides on an application of the sandbox by the company's name, so that tests and trainers can choose the outcome.
 * @returns null when there is nothing left to decide
 */
export function sandboxMove({ name, company, history }: ApplicationDocument): Move | null {
  const words = [name, company?.legal_name, company?.dba_name].join(' ').toLowerCase()
  const road = roads.find(([word]) => words.includes(word))?.[1] ?? []
  const isOnIt = history.every((status, index) => status === road[index])
  const to = isOnIt ? road[history.length] : undefined
  if (to === undefined) return null
  const reason = reasons[to]
  return {
    to,
    ...(reason === undefined ? {} : { reason }),
    ...(to === 'NEED_INFORMATION' ? { documents_requested: requested } : {}),
  }
}
