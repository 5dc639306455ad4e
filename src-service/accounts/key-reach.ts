import type { Caller } from '../caller.ts'
import type { AccountRow } from './documents.ts'
import { reaches, reachOfCaller } from './reach.ts'

/** Whether the caller's key reaches an account. Admission checks only the account that is named in x-account-id. */
export function callerReaches(caller: Caller, account: AccountRow): boolean {
  const reach = reachOfCaller(caller)
  return reach !== null && reaches(reach, account)
}
