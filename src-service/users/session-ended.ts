import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'

/** The same error for every reason, so that trying cookies reveals nothing. */
export const sessionEnded = (): ServiceError =>
  serviceError(
    'session_ended',
    'Nobody is signed in here. A session ends with a sign-out, with another sign-in in the same browser, after 12 hours, or when its user may no longer sign in. Sign in by a new link.',
  )
