import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { CurrentUserSession } from '../../src-shared/api/schemas/user.ts'
import { dateIn, type Language } from '../../src-shared/language.ts'
import type { PageFailure } from '../components/ask-service.ts'
import type { KeyIn, WordsOf } from '../i18n/words-of.ts'
import type { PortalApi } from './portal-api.ts'
import type { PageName } from './route.ts'
import type { Scope } from './scope.ts'
import type en from './words/en.json'

export type PortalKey = KeyIn<typeof en>
export type PortalWords = WordsOf<PortalKey>

/** Shared by all pages: texts, the signed-in user, and the service. */
export interface Portal {
  readonly words: PortalWords
  readonly api: PortalApi
  readonly session: CurrentUserSession
  readonly scope: Scope
  /** Whether the user may make changes. The service decides; the pages only hide what it would refuse. */
  readonly mayWrite: boolean
  readonly go: (page: PageName, id?: string, account?: string) => void
}

const context = createContext<Portal | null>(null)
export const PortalProvider = context.Provider

export function usePortal(): Portal {
  const portal = useContext(context)
  if (portal === null) throw new Error('usePortal was called outside of PortalProvider')
  return portal
}

/** A language is loaded when it is first needed. */
export async function loadTexts(language: Language): Promise<typeof en> {
  switch (language) {
    case 'en':
      return (await import('./words/en.json')).default
    case 'es':
      return (await import('./words/es.json')).default
    case 'fr':
      return (await import('./words/fr.json')).default
  }
}

/** Formats a date and time, short enough for a list. */
export const whenIn = ({ language }: PortalWords, at: string): string =>
  dateIn(language, new Date(at), { dateStyle: 'medium', timeStyle: 'short' })

/** @param day such as 2026-01-31 */
export const dayIn = ({ language }: PortalWords, day: string, style: 'short' | 'medium' = 'medium'): string =>
  dateIn(language, new Date(`${day}T12:00:00Z`), {
    timeZone: 'UTC',
    ...(style === 'short' ? { month: 'short', day: 'numeric' } : { dateStyle: 'medium' }),
  })

/** Explains a failure and what to do about it. */
export function failureText(words: PortalWords, failure: PageFailure): string {
  if (failure.kind === 'no_answer') return words('problem.noAnswer')
  switch (failure.code) {
    case 'permission_denied':
    case 'tenant_admin_required':
      return words('problem.notAllowed')
    case 'resource_missing':
      return words('problem.missing')
    case 'last_administrator':
      return words('problem.lastAdministrator')
    case 'state_conflict':
      return words('problem.conflict')
    case 'parameter_invalid':
    case 'parameter_missing':
      return words('problem.fields', { fields: failure.params.join(', ') })
    case 'rate_limited':
    case 'lock_timeout':
    case 'overloaded':
      return words('problem.busy')
    default:
      return failure.status >= 500 ? words('problem.broken') : words('problem.other', { code: failure.code })
  }
}
