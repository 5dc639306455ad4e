import { z } from 'zod'
import type { Operation } from '../../src-shared/api/operation.ts'

/** `on` in tests and development: an answer that breaks the contract is an internal error. */
export type ReplyCheck = 'on' | 'off'

/** Returns what is wrong with an answer, or null. */
export function replyProblem(operation: Operation, body: string): string | null {
  const parsed = operation.reply.safeParse(JSON.parse(body))
  return parsed.success ? null : z.prettifyError(parsed.error)
}
