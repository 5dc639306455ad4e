import { z } from 'zod'
import type { Operation } from '../../src-shared/api/operation.ts'

/** `on` in tests and development: an answer that breaks the contract is a fault, not a surprise for the client. */
export type ReplyCheck = 'on' | 'off'

/** What is wrong with an answer, or null. */
export function replyProblem(operation: Operation, body: string): string | null {
  const parsed = operation.reply.safeParse(JSON.parse(body))
  return parsed.success ? null : z.prettifyError(parsed.error)
}
